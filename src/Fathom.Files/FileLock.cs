using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Files;

/// <summary>A lock of an open file (flock(2)), as <see cref="FileShare"/> takes it: who asks for it honours it. It ends with the file.</summary>
public static class FileLock
{
    private const int Shared = 1;
    private const int Exclusive = 2;
    private const int NoWait = 4;

    /// <summary>Takes it without waiting.</summary>
    /// <param name="file">The file.</param>
    /// <param name="isShared">Whether others may hold such a one too.</param>
    /// <returns>False where another process holds one. A file system that knows no locks gives all.</returns>
    public static bool TryTake(SafeFileHandle file, bool isShared)
    {
        bool isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            return FileCalls.Lock((int)file.DangerousGetHandle(), (isShared ? Shared : Exclusive) | NoWait) == 0 || Marshal.GetLastPInvokeError() != FileCalls.WouldBlock;
        }
        finally
        {
            if (isHeld)
                file.DangerousRelease();
        }
    }
}
