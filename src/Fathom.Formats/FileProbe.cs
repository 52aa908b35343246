using System.Buffers.Binary;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Formats;

/// <summary>
/// Reads single numbers and pieces of an untrusted file, wherever the file itself says they are. A place outside of the file gives false, never an
/// exception, and no read is larger than the caller's buffer.
/// </summary>
public sealed class FileProbe(SafeFileHandle file, long length)
{
    /// <summary>Bytes of the file.</summary>
    public long Length { get; } = length;

    /// <summary>Fills the whole buffer from <paramref name="offset"/>, or gives false.</summary>
    public bool TryRead(long offset, Span<byte> buffer) => offset >= 0 && offset <= Length - buffer.Length && ReadSome(offset, buffer) == buffer.Length;

    /// <summary>Reads what there is from <paramref name="offset"/>, at most the buffer.</summary>
    public int ReadSome(long offset, Span<byte> buffer)
    {
        if (offset < 0 || offset >= Length)
            return 0;
        try
        {
            return Read(file, offset, buffer);
        }
        catch (IOException)
        {
            return 0;
        }
    }

    /// <summary>Fills as much of the buffer as the file has behind <paramref name="offset"/>.</summary>
    /// <returns>Bytes read; fewer than asked for only at the end of the file.</returns>
    /// <exception cref="IOException">The device failed.</exception>
    public static int Read(SafeFileHandle file, long offset, Span<byte> buffer)
    {
        int total = 0;
        while (total < buffer.Length)
        {
            int count = RandomAccess.Read(file, buffer[total..], offset + total);
            if (count == 0)
                break;
            total += count;
        }

        return total;
    }

    /// <summary>Reads a little-endian number of 32 bits.</summary>
    public bool TryReadUInt32(long offset, out uint value)
    {
        Span<byte> bytes = stackalloc byte[sizeof(uint)];
        bool ok = TryRead(offset, bytes);
        value = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
        return ok;
    }
}
