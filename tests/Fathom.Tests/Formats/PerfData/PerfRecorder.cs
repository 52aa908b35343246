using System.Diagnostics;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Runs perf.</summary>
internal static class PerfRecorder
{
    // perf 6.1 itself crashes now and then when it writes the build ids at its end (SIGABRT, SIGSEGV); then it is run once more.
    private static readonly int[] s_crashes = [134, 139];

    /// <summary>Runs it and returns what it wrote.</summary>
    public static string Run(string perf, params string[] arguments)
    {
        (int code, string output, string error) = RunOnce(perf, arguments);
        for (int tries = 1; tries < 3 && s_crashes.Contains(code); tries++)
            (code, output, error) = RunOnce(perf, arguments);
        return code == 0 ? output : throw new InvalidOperationException($"perf {string.Join(' ', arguments)} ended with {code}: {error}");
    }

    private static (int Code, string Output, string Error) RunOnce(string perf, string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(perf, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, errors.GetAwaiter().GetResult());
    }

    /// <summary>Records, and returns the lines of perf's own reader.</summary>
    public static List<string> Record(string perf, string file, params string[] arguments)
    {
        Run(perf, ["record", "--quiet", "--no-buildid-cache", "--clockid", "CLOCK_MONOTONIC", "--output", file, .. arguments]);
        return PerfText.Lines(Run(perf, "script", "--dump-raw-trace", "--fields", "event,trace", "--input", file));
    }

    /// <summary>Counts of records by kind, as <c>perf report --stats</c> has them.</summary>
    public static Dictionary<string, long> Counts(string perf, string file)
    {
        string[] lines = Run(perf, "report", "--stats", "--input", file).Split('\n');
        // One list for all events comes first, then one for each event.
        return lines.SkipWhile(line => !line.Contains("Aggregated", StringComparison.Ordinal)).Skip(1)
            .TakeWhile(line => line.EndsWith(')'))
            .Select(line => line.Split([' ', ':'], StringSplitOptions.RemoveEmptyEntries))
            .ToDictionary(words => words[0], words => long.Parse(words[2], System.Globalization.CultureInfo.InvariantCulture));
    }
}
