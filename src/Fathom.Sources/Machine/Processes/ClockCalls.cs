using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The system calls that tell clocks of the machine and of the calling thread.</summary>
internal static unsafe partial class ClockCalls
{
    /// <summary>sysconf(_SC_CLK_TCK); the number is 2 with glibc and with musl.</summary>
    public const int ClockTicksName = 2;

    public const int RealTimeClock = 0;
    public const int BootTimeClock = 7;

    private const int ThreadCpuClock = 3;

    /// <summary>Processor time of the calling thread in nanoseconds; 0 where the kernel does not tell.</summary>
    public static long ThreadCpuNs()
    {
        TimeSpec time;
        return GetTime(ThreadCpuClock, &time) == 0 ? time.TotalNanoseconds : 0;
    }

    [LibraryImport("libc", EntryPoint = "sysconf")]
    public static partial nint SysConf(int name);

    [LibraryImport("libc", EntryPoint = "clock_gettime", SetLastError = true)]
    public static partial int GetTime(int clock, TimeSpec* time);

    /// <summary>struct timespec of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;

        public readonly long TotalNanoseconds => (Seconds * 1_000_000_000) + Nanoseconds;
    }
}
