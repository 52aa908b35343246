using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The calls for descriptors of processes (pidfd_open(2)); libc has a function for the first one only since glibc 2.36.</summary>
internal static unsafe partial class PidFdCalls
{
    private const nint PidFdOpen = 434;

    /// <summary>A descriptor of a process; negative where there is none.</summary>
    public static int Open(int processId, uint flags) => (int)SystemCall(PidFdOpen, processId, (nint)flags);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    public static partial int Control(int descriptor, nuint request, byte* argument);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second);
}
