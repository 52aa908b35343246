using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Files;

/// <summary>Open files as readers of formats take them.</summary>
public static class FileReading
{
    /// <summary>Reads an open file by place.</summary>
    public static ReadAt ReaderOf(SafeFileHandle file) => (offset, buffer) => offset > long.MaxValue ? 0 : RandomAccess.Read(file, buffer, (long)offset);

    /// <summary>Reads a part of an open file as if it were a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="offset">Where the part begins.</param>
    /// <param name="size">Its bytes.</param>
    public static ReadAt ReaderOf(SafeFileHandle file, long offset, long size) => (at, buffer) =>
        at >= (ulong)size ? 0 : RandomAccess.Read(file, buffer[..(int)Math.Min(buffer.Length, size - (long)at)], offset + (long)at);

    /// <summary>The bytes of an open file from its begin; fewer where it has become shorter.</summary>
    /// <param name="file">The file.</param>
    /// <param name="length">How many at most.</param>
    public static byte[] Whole(SafeFileHandle file, long length)
    {
        byte[] bytes = new byte[length];
        int read = 0;
        while (read < bytes.Length && RandomAccess.Read(file, bytes.AsSpan(read), read) is > 0 and var some)
            read += some;
        return read == bytes.Length ? bytes : bytes[..read];
    }
}
