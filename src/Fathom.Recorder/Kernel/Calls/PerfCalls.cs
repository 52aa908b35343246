using System.Runtime.InteropServices;

namespace Fathom.Recorder.Kernel.Calls;

/// <summary>The system calls of a recorder. They are called directly: the thread that empties the rings allocates nothing, and an errno tells more than an exception.</summary>
/// <remarks>Source: perf_event_open(2), mmap(2), poll(2), eventfd(2), linux/perf_event.h. Numbers of ioctl are the same on x64 and arm64.</remarks>
internal static unsafe partial class PerfCalls
{
    public const nuint Enable = 0x2400;
    public const nuint Disable = 0x2401;
    public const nuint SetOutput = 0x2405;
    public const nuint SetFilter = 0x40082406;

    public const int ReadWrite = 3;
    public const int Shared = 1;
    public const short Readable = 1;

    public const int WriteOnly = 1;
    public const int Create = 0x40;
    public const int Exclusive = 0x80;
    public const int CloseOnExec = 0x80000;
    public const int NonBlocking = 0x800;
    public const uint OwnerOnly = 0x180;

    private const ulong CloseOnExecFlag = 8;

    private static readonly nint s_perfEventOpen = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 241 : 298;
    private static readonly nint s_getTid = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 178 : 186;

    /// <summary>Opens an event.</summary>
    /// <param name="attributes">perf_event_attr.</param>
    /// <param name="tid">A thread; 0 the calling one, -1 all.</param>
    /// <param name="cpu">A processor; -1 any.</param>
    /// <returns>A descriptor, or less than 0; then <see cref="Marshal.GetLastPInvokeError"/> says why.</returns>
    public static int Open(byte* attributes, int tid, int cpu) => (int)SystemCall(s_perfEventOpen, (nint)attributes, tid, cpu, -1, (nint)CloseOnExecFlag);

    /// <summary>Number of the calling thread.</summary>
    public static int OwnThread() => (int)SystemCall(s_getTid, 0, 0, 0, 0, 0);

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    public static partial nint Map(nint address, nint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "munmap")]
    public static partial int Unmap(nint address, nint length);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    public static partial int Control(int file, nuint request, nint argument);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    public static partial int Poll(PollEntry* entries, nuint count, int timeoutMs);

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    public static partial int EventDescriptor(uint start, int flags);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int file, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int file, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int file);

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    public static partial int Time(int clock, long* secondsAndNanoseconds);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second, nint third, nint fourth, nint fifth);
}
