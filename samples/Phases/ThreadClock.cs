using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Phases;

/// <summary>What the kernel says of the calling thread.</summary>
internal readonly unsafe partial record struct ThreadClock(long AtNs, long CpuNs, long RunNs, long ReadyNs, long Slices)
{
    private const int ThreadCpuTime = 3;
    private const long NsPerSecond = 1_000_000_000;

    /// <summary>Number of the calling thread.</summary>
    public static int ThreadId => GetThreadId();

    /// <summary>Processor time of the calling thread.</summary>
    public static long Cpu
    {
        get
        {
            TimeSpec time;
            _ = GetTime(ThreadCpuTime, &time);
            return (time.Seconds * NsPerSecond) + time.Nanoseconds;
        }
    }

    /// <summary>All of this moment: on CLOCK_MONOTONIC, and from /proc/self/task/TID/schedstat the time with a processor, the time that waited for one, and how often it got one.</summary>
    public static ThreadClock Now()
    {
        string[] words = File.ReadAllText($"/proc/self/task/{ThreadId}/schedstat").Split(' ');
        return new ThreadClock(Stopwatch.GetTimestamp(), Cpu, Number(words[0]), Number(words[1]), Number(words[2]));
    }

    public static ThreadClock operator -(ThreadClock end, ThreadClock start) =>
        new(end.AtNs - start.AtNs, end.CpuNs - start.CpuNs, end.RunNs - start.RunNs, end.ReadyNs - start.ReadyNs, end.Slices - start.Slices);

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "gettid")]
    private static partial int GetThreadId();

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, TimeSpec* time);
}
