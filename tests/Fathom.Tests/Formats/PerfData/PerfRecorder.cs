using System.Diagnostics;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Runs perf.</summary>
internal static class PerfRecorder
{
    /// <summary>Runs it and returns what it wrote.</summary>
    public static string Run(string perf, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(perf, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"perf {string.Join(' ', arguments)} ended with {process.ExitCode}: {errors.Result}");
        return output;
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
