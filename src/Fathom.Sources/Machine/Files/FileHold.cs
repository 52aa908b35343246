using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Files;

/// <summary>
/// A file that a process holds (<c>flock</c>, shared). Others see that it does, also from another PID namespace where its number says nothing, and the kernel lets go when the process ends, however it
/// ends. Where a file system knows no such holds, nobody is seen to hold anything.
/// </summary>
public static unsafe partial class FileHold
{
    private const int Shared = 1;
    private const int Exclusive = 2;
    private const int WithoutWaiting = 4;
    private const int WouldBlock = 11;

    /// <summary>Holds a file until it is closed.</summary>
    public static void Take(SafeFileHandle file) => _ = Lock((int)file.DangerousGetHandle(), Shared | WithoutWaiting);

    /// <summary>Whether somebody holds a file. False where it is not there, or may not be read.</summary>
    public static bool IsHeld(string path)
    {
        int file;
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
            file = FileCalls.Open(name, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking);
        if (file < 0)
            return false;
        bool isHeld = Lock(file, Exclusive | WithoutWaiting) != 0 && Marshal.GetLastPInvokeError() == WouldBlock;
        _ = FileCalls.Close(file);
        return isHeld;
    }

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    private static partial int Lock(int file, int operation);
}
