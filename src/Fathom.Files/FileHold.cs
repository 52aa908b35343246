using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Files;

/// <summary>
/// A file that a process holds (a lock of its open file description, fcntl(2)). Others see that it does, also from another PID namespace where its number says nothing, and the kernel lets go when the
/// process ends, however it ends. Asking takes no lock. Where a file system knows no locks, nobody is seen to hold anything.
/// </summary>
public static unsafe partial class FileHold
{
    private const int GetLock = 36;
    private const int SetLock = 37;
    private const short WriteLock = 1;
    private const short NoLock = 2;

    /// <summary>Makes a file and holds it until it is closed.</summary>
    /// <exception cref="IOException">Something is there, it cannot be made, or somebody holds it already.</exception>
    public static SafeFileHandle Make(string path)
    {
        SafeFileHandle file = OwnFile.Make(path);
        if (TryTake(file))
            return file;
        file.Dispose();
        throw new IOException($"Another process holds '{path}'.");
    }

    /// <summary>Holds an open file until it is closed; false where somebody holds it already.</summary>
    public static bool TryTake(SafeFileHandle file)
    {
        FileLock held = new() { Type = WriteLock };
        // Where locks are not known, nobody is seen to hold anything.
        return Control((int)file.DangerousGetHandle(), SetLock, &held) == 0
            || Marshal.GetLastPInvokeError() is not (FileCalls.WouldBlock or FileCalls.AccessDenied);
    }

    /// <summary>Whether somebody holds a file. False where it is not there.</summary>
    /// <param name="path">The file.</param>
    /// <param name="whereRefused">The answer for a file that may not be read.</param>
    public static bool IsHeld(string path, bool whereRefused = false)
    {
        int file;
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
            file = FileCalls.Open(name, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking);
        if (file < 0)
            return whereRefused && Marshal.GetLastPInvokeError() is (FileCalls.AccessDenied or FileCalls.NotPermitted);
        FileLock asked = new() { Type = WriteLock };
        bool isHeld = Control(file, GetLock, &asked) == 0 && asked.Type != NoLock;
        _ = FileCalls.Close(file);
        return isHeld;
    }

    // The call is variadic in C; on x64 and arm64 Linux a pointer argument is passed alike.
    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int Control(int file, int command, FileLock* value);

    // The whole file: from 0 on, without an end. For locks of this kind the process is 0.
    private struct FileLock
    {
        public short Type;
        public short Whence;
        public long Start;
        public long Length;
        public int ProcessId;
    }
}
