using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The system calls that say when the machine was started.</summary>
internal static unsafe partial class ClockCalls
{
    /// <summary>sysconf(_SC_CLK_TCK); the number is 2 with glibc and with musl.</summary>
    public const int ClockTicksName = 2;

    public const int RealTimeClock = 0;
    public const int BootTimeClock = 7;

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
