using System.Globalization;
using Fathom.Files;
using Fathom.Sources.Memory;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>
/// Reads <c>/proc/sysvipc/shm</c> of another namespace, which the kernel shows only to a thread that lives in it. A thread of its own enters the namespace,
/// reads and ends; nothing else of this process is moved.
/// </summary>
internal static class IpcNamespace
{
    /// <summary>The lines, or null where the namespace cannot be entered.</summary>
    /// <param name="processId">A process that lives in it.</param>
    public static string[]? Read(int processId)
    {
        string[]? lines = null;
        Thread visitor = new(() => lines = Visit(processId)) { IsBackground = true };
        visitor.Start();
        visitor.Join();
        return lines;
    }

    private static unsafe string[]? Visit(int processId)
    {
        int file;
        fixed (byte* path = System.Text.Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/ns/ipc\0")))
            file = FileCalls.Open(path, FileCalls.ReadOnly | FileCalls.CloseOnExec);
        if (file < 0)
            return null;
        int result = OrphanCalls.EnterNamespace(file, OrphanCalls.NewIpc);
        _ = DescriptorCalls.Close(file);
        return result == 0 ? MachineFolders.Lines("/proc/sysvipc/shm") : null;
    }
}
