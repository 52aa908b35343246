using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The calls for descriptors of processes (pidfd_open(2)); libc has a function for the first one only since glibc 2.36.</summary>
internal static unsafe partial class PidFdCalls
{
    private const nint PidFdSendSignal = 424;
    private const nint PidFdOpen = 434;

    /// <summary>A descriptor of a process; negative where there is none.</summary>
    public static int Open(int processId, uint flags) => (int)SystemCall(PidFdOpen, processId, (nint)flags);

    /// <summary>Sends a signal to the process of a descriptor; false where it has ended, or is not ours to signal.</summary>
    public static bool Send(int descriptor, int signal) => SystemCall(PidFdSendSignal, descriptor, signal, 0, 0) == 0;

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    public static partial int Control(int descriptor, nuint request, byte* argument);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second, nint third, nint fourth);
}
