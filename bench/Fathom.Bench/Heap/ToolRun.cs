using System.Diagnostics;
using System.Globalization;

namespace Fathom.Bench.Heap;

/// <summary>One run of the published tool, with its memory as the kernel counted it shortly before the end.</summary>
/// <param name="Output">Standard output.</param>
/// <param name="Time">From start to end.</param>
/// <param name="PeakOwnBytes">Most private memory seen: RssAnon and RssShmem, which leaves out the pages of program files.</param>
/// <param name="PeakResidentBytes">VmHWM: all that was resident, the pages of program files included.</param>
internal sealed record ToolRun(string Output, TimeSpan Time, long PeakOwnBytes, long PeakResidentBytes)
{
    /// <summary>Standard error.</summary>
    public string Errors { get; private init; } = "";

    /// <summary>Runs the tool and nothing beside it: looking at its memory every millisecond would cost it time where both share a processor.</summary>
    public static TimeSpan TimeOf(string program, params string[] args) => Run(program, args, watched: false).Time;

    /// <summary>What the tool says on standard output, when nothing runs beside it.</summary>
    public static string OutputOf(string program, params string[] args) => Run(program, args, watched: false).Output;

    /// <summary>What the tool says on both outputs, when nothing runs beside it.</summary>
    public static ToolRun TalkOf(string program, params string[] args) => Run(program, args, watched: false);

    /// <summary>Runs the tool and watches its memory.</summary>
    public static ToolRun Of(string program, params string[] args) => Run(program, args, watched: true);

    private static ToolRun Run(string program, string[] args, bool watched)
    {
        long begin = Stopwatch.GetTimestamp();
        using Process process = Process.Start(new ProcessStartInfo(program, args) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        long own = 0, resident = 0;
        while (!process.WaitForExit(watched ? 1 : Timeout.Infinite))
            (own, resident) = (Math.Max(own, Own(process.Id)), Math.Max(resident, Size(process.Id, "VmHWM:")));
        TimeSpan time = Stopwatch.GetElapsedTime(begin);
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"'{program} {string.Join(' ', args)}' ended with {process.ExitCode}: {error.Result}");
        return new ToolRun(output.Result, time, own, resident) { Errors = error.Result };
    }

    private static long Own(int pid) => Size(pid, "RssAnon:") + Size(pid, "RssShmem:");

    // 0 once the process has ended.
    private static long Size(int pid, string key)
    {
        try
        {
            string? line = File.ReadLines($"/proc/{pid}/status").FirstOrDefault(text => text.StartsWith(key, StringComparison.Ordinal));
            return line is null ? 0 : 1024 * long.Parse(line[key.Length..^2], NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }
}
