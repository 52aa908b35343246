using System.Diagnostics;
using System.Globalization;

namespace Fathom.Bench.Traces;

/// <summary>perf, which records and is the peer.</summary>
internal static class PerfPeer
{
    /// <summary>What perf records of the whole machine: CPU samples, switches and wakings, all with stacks by frame pointers.</summary>
    public static readonly string[] WholeMachine =
        ["record", "--quiet", "--no-buildid-cache", "-a", "-g", "-k", "CLOCK_MONOTONIC", "-e", "cpu-clock/freq=999/", "-e", "sched:sched_switch", "-e", "sched:sched_waking"];

    /// <summary>Records the whole machine while two programs wake one another: CPU samples, switches and wakings, all with stacks.</summary>
    /// <param name="file">Where the recording goes.</param>
    /// <param name="turns">How often they wake one another; each makes about five events.</param>
    public static void Record(string file, int turns) => Run(
        [.. WholeMachine, "-m", "4M", "-o", file, "--", "perf", "bench", "sched", "pipe", "-l", turns.ToString(CultureInfo.InvariantCulture)]);

    /// <summary>The same as a pipe, which is read from begin to end: all that it says of itself stands before the first sample.</summary>
    public static void RecordPipe(string file, int turns)
    {
        string command = FormattableString.Invariant($"perf {string.Join(' ', WholeMachine)} -m 4M -o - -- perf bench sched pipe -l {turns} 2>&1 >'{file}'");
        using Process process = Process.Start(new ProcessStartInfo("sh", ["-c", command]) { RedirectStandardOutput = true })!;
        string errors = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"perf record failed: {errors}");
    }

    /// <summary>How many samples perf counts.</summary>
    public static long Samples(string file)
    {
        string line = Run("report", "--stats", "-i", file).Output.Split('\n').First(line => line.Contains("SAMPLE events:", StringComparison.Ordinal));
        return long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[2], CultureInfo.InvariantCulture);
    }

    /// <summary>The time on the processor that perf script takes for thread, processor, time, event and addresses.</summary>
    public static TimeSpan Script(string file) => Run("script", "--no-inline", "-F", "comm,pid,tid,cpu,time,event,ip", "-i", file).Time;

    /// <summary>The same with the fields of tracepoints, and a name for each address.</summary>
    public static TimeSpan ScriptWithNames(string file) => Run("script", "--no-inline", "-F", "comm,pid,tid,cpu,time,event,trace,ip,sym,dso", "-i", file).Time;

    private static (string Output, TimeSpan Time) Run(params string[] arguments)
    {
        TimeSpan before = ChildrenTime();
        try
        {
            using Process process = Process.Start(new ProcessStartInfo("perf", arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
            Task<string> errors = process.StandardError.ReadToEndAsync();
            bool isWanted = arguments[0] == "report";
            string output = isWanted ? process.StandardOutput.ReadToEnd() : "";
            if (!isWanted)
                process.StandardOutput.BaseStream.CopyTo(Stream.Null);
            process.WaitForExit();
            return process.ExitCode == 0 ? (output, ChildrenTime() - before) : throw new InvalidOperationException($"perf {arguments[0]} failed: {errors.Result}");
        }
        catch (System.ComponentModel.Win32Exception)
        {
            throw new InvalidOperationException("perf is missing; install linux-perf");
        }
    }

    // The kernel adds the time of a program to its parent's when it has ended: fields 16 and 17, in hundredths of a second.
    private static TimeSpan ChildrenTime()
    {
        string stat = File.ReadAllText("/proc/self/stat");
        string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return TimeSpan.FromMilliseconds(10 * (long.Parse(fields[13], CultureInfo.InvariantCulture) + long.Parse(fields[14], CultureInfo.InvariantCulture)));
    }
}
