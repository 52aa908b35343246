using System.Runtime.InteropServices;
using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Files;

/// <summary>
/// Opens files that others named. A pipe in place of a file would block an ordinary open for ever, and a device may act when it is opened, so everything
/// but a regular file is refused before.
/// </summary>
public static unsafe class RegularFile
{
    private const int NotAFolder = 20;

    /// <summary>Opens the file for reading, or gives null where it is no regular file or cannot be read.</summary>
    /// <param name="path">Path of the file; links are followed.</param>
    /// <param name="length">Its length in bytes.</param>
    public static SafeFileHandle? TryOpen(string path, out long length)
    {
        Open(path, out SafeFileHandle? file, out length);
        return file;
    }

    /// <summary>Opens the file for reading, or says why not.</summary>
    /// <param name="path">Path of the file; links are followed.</param>
    /// <param name="file">The file; null unless it could be opened.</param>
    /// <param name="length">Its length in bytes.</param>
    public static OpenState Open(string path, out SafeFileHandle? file, out long length)
    {
        (file, length) = (null, 0);
        byte* name = (byte*)Marshal.StringToCoTaskMemUTF8(path);
        try
        {
            if (!FileStatus.TryRead(name, 0, FileStatus.Type | FileStatus.Size, out FileStatus status))
                return LastState();
            if (status.Kind != FileKind.Regular)
                return OpenState.NotRegular;
            length = status.SizeBytes;
            int number = FileCalls.Open(name, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking);
            if (number < 0)
                return LastState();
            file = new SafeFileHandle(number, ownsHandle: true);
            return OpenState.Opened;
        }
        finally
        {
            Marshal.FreeCoTaskMem((nint)name);
        }
    }

    /// <summary>Reads an open file by place, for the readers of formats.</summary>
    public static ReadAt ReaderOf(SafeFileHandle file) => (offset, buffer) => offset > long.MaxValue ? 0 : RandomAccess.Read(file, buffer, (long)offset);

    private static OpenState LastState() =>
        Marshal.GetLastPInvokeError() is FileCalls.NoSuchFile or NotAFolder ? OpenState.Absent : OpenState.Refused;
}
