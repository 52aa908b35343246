using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The system calls that stop a process and read its memory. Names and numbers are those of the Linux headers.</summary>
internal static unsafe partial class TraceCalls
{
    public const int PtraceDetach = 17;
    public const int PtraceSeize = 0x4206;
    public const int PtraceInterrupt = 0x4207;
    public const int PtraceGetSigInfo = 0x4202;

    // Event number of a stop that PTRACE_INTERRUPT or a group stop caused, in bits 8.. of si_code.
    public const int PtraceEventStop = 128;

    public const int WaitNoHang = 1;
    public const int WaitAll = 0x40000000;

    public const int ErrorPermission = 1;
    public const int ErrorNoProcess = 3;
    public const int ErrorNotImplemented = 38;

    public const int ChildSignal = 17;
    public const int NoChildStop = 1;

    public struct IoVector
    {
        public void* Base;
        public nuint Length;
    }

    [LibraryImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    public static partial nint Ptrace(nint request, int threadId, nint address, nint data);

    [LibraryImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    public static partial int WaitPid(int threadId, int* status, int options);

    [LibraryImport("libc", EntryPoint = "process_vm_readv", SetLastError = true)]
    public static partial nint ProcessVmReadv(int processId, IoVector* local, nuint localCount, IoVector* remote, nuint remoteCount, nuint flags);

    [LibraryImport("libc", EntryPoint = "sigaction", SetLastError = true)]
    public static partial int SignalAction(int signal, SignalHandling* change, SignalHandling* current);

    // struct sigaction of glibc and musl on 64-bit Linux.
    [StructLayout(LayoutKind.Sequential, Size = 152)]
    public struct SignalHandling
    {
        public nint Handler;
        public fixed ulong Mask[16];
        public int Flags;
        public nint Restorer;
    }

    // The first three fields of siginfo_t on 64-bit Linux; the union behind them is not needed.
    [StructLayout(LayoutKind.Sequential, Size = 128)]
    public struct SignalInfo
    {
        public int Signal;
        public int Error;
        public int Code;
    }
}
