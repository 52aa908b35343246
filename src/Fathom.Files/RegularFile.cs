using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Files;

/// <summary>
/// Opens files that others named. A pipe in place of a file would block an ordinary open for ever, and a device may act when it is opened, so everything
/// but a regular file is refused before. All files that a user names, and all in folders that others may write to, are opened here.
/// </summary>
public static unsafe class RegularFile
{
    private const int NotAFolder = 20;
    private const int BufferBytes = 4096;

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
    public static OpenState Open(string path, out SafeFileHandle? file, out long length) => Open(path, FileCalls.ReadOnly, out file, out length, out _);

    /// <summary>Whether a path is a regular file, or a link to one.</summary>
    public static bool Is(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
            return FileStatus.TryRead(name, 0, FileStatus.Type, out FileStatus status) && status.Kind == FileKind.Regular;
    }

    /// <summary>What a path, or that which a link leads to, is; a device where that cannot be told.</summary>
    public static FileKind KindOf(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
            return FileStatus.TryRead(name, 0, FileStatus.Type, out FileStatus status) ? status.Kind : FileKind.Device;
    }

    /// <summary>Opens the file for reading.</summary>
    /// <exception cref="IOException">It is not there, is no regular file, or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static SafeFileHandle OpenHandle(string path) => Open(path, FileCalls.ReadOnly);

    /// <summary>Opens the file for reading and writing; it is neither made nor cut off.</summary>
    /// <exception cref="IOException">It is not there, is no regular file, or cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read or written.</exception>
    public static SafeFileHandle OpenForWriting(string path) => Open(path, FileCalls.ReadWrite);

    /// <summary>Opens the file for reading as a stream.</summary>
    /// <inheritdoc cref="OpenHandle" path="/exception"/>
    public static FileStream OpenRead(string path, int bufferSize = BufferBytes) => new(OpenHandle(path), FileAccess.Read, bufferSize);

    /// <summary>Reads all bytes of the file.</summary>
    /// <inheritdoc cref="OpenHandle" path="/exception"/>
    public static byte[] ReadAllBytes(string path)
    {
        using FileStream stream = OpenRead(path, 0);
        using MemoryStream bytes = new();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    /// <summary>Reads all text of the file: UTF-8, or what its first bytes say.</summary>
    /// <inheritdoc cref="OpenHandle" path="/exception"/>
    public static string ReadAllText(string path)
    {
        using StreamReader reader = new(OpenRead(path, 0));
        return reader.ReadToEnd();
    }

    /// <summary>Reads lines of the file as they are asked for.</summary>
    /// <inheritdoc cref="OpenHandle" path="/exception"/>
    public static IEnumerable<string> ReadLines(string path)
    {
        using StreamReader reader = new(OpenRead(path, 0));
        while (reader.ReadLine() is { } line)
            yield return line;
    }

    private static SafeFileHandle Open(string path, int access)
    {
        OpenState state = Open(path, access, out SafeFileHandle? file, out _, out string reason);
        return state switch
        {
            OpenState.Opened => file!,
            OpenState.Absent => throw new FileNotFoundException($"Could not find file '{path}'.", path),
            OpenState.NotRegular => throw new IOException($"'{path}' is {reason}, not a file."),
            OpenState.Refused when Marshal.GetLastPInvokeError() is FileCalls.NotPermitted or FileCalls.AccessDenied =>
                throw new UnauthorizedAccessException($"Access to the path '{path}' is denied."),
            _ => throw new IOException($"{reason} : '{path}'"),
        };
    }

    private static OpenState Open(string path, int access, out SafeFileHandle? file, out long length, out string reason)
    {
        (file, length, reason) = (null, 0, "");
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
        {
            if (!FileStatus.TryRead(name, 0, FileStatus.Type, out FileStatus status))
                return LastState(out reason);
            if (status.Kind != FileKind.Regular)
                return Refuse(status.Kind, out reason);
            int number = FileCalls.Open(name, access | FileCalls.CloseOnExec | FileCalls.NonBlocking);
            if (number < 0)
                return LastState(out reason);
            file = new SafeFileHandle(number, ownsHandle: true);
            // Another may stand there by now.
            if (FileStatus.TryRead(number, FileStatus.Type | FileStatus.Size, out status) && status.Kind == FileKind.Regular)
            {
                length = status.SizeBytes;
                return OpenState.Opened;
            }

            file.Dispose();
            file = null;
            return Refuse(status.Kind, out reason);
        }
    }

    private static OpenState Refuse(FileKind kind, out string reason)
    {
        reason = kind.Tell();
        return OpenState.NotRegular;
    }

    private static OpenState LastState(out string reason)
    {
        int error = Marshal.GetLastPInvokeError();
        reason = Marshal.GetPInvokeErrorMessage(error);
        return error is FileCalls.NoSuchFile or NotAFolder ? OpenState.Absent : OpenState.Refused;
    }
}
