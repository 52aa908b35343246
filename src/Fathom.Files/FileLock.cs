using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Files;

/// <summary>A lock of an open file (flock(2)), as <see cref="FileShare"/> takes it: who asks for it honours it.</summary>
/// <remarks>
/// It ends when it is released, or when the last copy of the descriptor is closed. A program that is started at that moment has a copy until it runs, so who closes a file soon releases first.
/// </remarks>
public static class FileLock
{
    private const int Shared = 1;
    private const int Exclusive = 2;
    private const int NoWait = 4;
    private const int Unlock = 8;

    /// <summary>Takes it without waiting.</summary>
    /// <param name="file">The file.</param>
    /// <param name="isShared">Whether others may hold such a one too.</param>
    /// <returns>False where another process holds one. A file system that knows no locks gives all.</returns>
    public static bool TryTake(SafeFileHandle file, bool isShared) =>
        Call(file, (isShared ? Shared : Exclusive) | NoWait) == 0 || Marshal.GetLastPInvokeError() != FileCalls.WouldBlock;

    /// <summary>Gives it back.</summary>
    public static void Release(SafeFileHandle file) => _ = Call(file, Unlock);

    private static int Call(SafeFileHandle file, int operation)
    {
        bool isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            return FileCalls.Lock((int)file.DangerousGetHandle(), operation);
        }
        finally
        {
            if (isHeld)
                file.DangerousRelease();
        }
    }
}
