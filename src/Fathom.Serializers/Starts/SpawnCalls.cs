using System.Runtime.InteropServices;

namespace Fathom.Serializers.Starts;

/// <summary>The C library's way to start a process and to learn from the kernel what it used. <c>Process</c> reaps its children itself and drops that.</summary>
internal static unsafe partial class SpawnCalls
{
    internal const int FileActionsBytes = 256;
    internal const int RusageBytes = 144;
    internal const int KillSignal = 9;
    internal const int CloseOnExec = 0x80000;

    [LibraryImport("libc", EntryPoint = "posix_spawn")]
    internal static partial int Spawn(int* pid, byte* path, byte* fileActions, byte* attributes, byte** arguments, byte** environment);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_init")]
    internal static partial int InitFileActions(byte* actions);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_destroy")]
    internal static partial int DestroyFileActions(byte* actions);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_adddup2")]
    internal static partial int AddDup2(byte* actions, int from, int to);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_addopen")]
    internal static partial int AddOpen(byte* actions, int fd, byte* path, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "pipe2", SetLastError = true)]
    internal static partial int Pipe2(int* ends, int flags);

    [LibraryImport("libc", EntryPoint = "kill")]
    internal static partial int Kill(int pid, int signal);

    [LibraryImport("libc", EntryPoint = "wait4", SetLastError = true)]
    internal static partial int Wait4(int pid, int* status, int options, long* usage);
}
