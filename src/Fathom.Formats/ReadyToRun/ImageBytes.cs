using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Reads ranges of an image by their place in memory. What is not in the file, or larger than any image has, gives null.</summary>
/// <param name="read">Reads the file.</param>
/// <param name="headers">Tells where sections are.</param>
internal sealed class ImageBytes(ReadAt read, PeHeaders headers)
{
    private const uint MaxBytes = 512 * 1024 * 1024;

    /// <summary>The bytes of a range that lies in one section.</summary>
    /// <param name="range">The range.</param>
    /// <param name="isPinned">Whether they are to stay where they are in memory.</param>
    public byte[]? Read(PeDirectory range, bool isPinned = false)
    {
        (ulong offset, uint bytes) = headers.Locate(range.Rva);
        if (range.Size == 0 || range.Size > bytes || range.Size > MaxBytes)
            return null;
        // A size that the file cannot have is noticed before memory is taken for it.
        Span<byte> last = stackalloc byte[1];
        if (read(offset + range.Size - 1, last) < 1)
            return null;
        byte[] content = GC.AllocateUninitializedArray<byte>((int)range.Size, isPinned);
        return read(offset, content) < content.Length ? null : content;
    }

    /// <summary>Ranges that <see cref="ReadSome"/> could not give whole.</summary>
    public int CutOff { get; private set; }

    /// <summary>As many bytes of a range as its section has, at most its size; empty where the place is in no section, or the file is cut off.</summary>
    public byte[] ReadSome(PeDirectory range)
    {
        byte[] bytes = Read(range with { Size = Math.Min(range.Size, headers.Locate(range.Rva).Bytes) }) ?? [];
        CutOff += bytes.Length < range.Size ? 1 : 0;
        return bytes;
    }

    /// <summary>A number of 32 bits.</summary>
    public uint? ReadUInt32(uint rva) => Read(new PeDirectory(rva, sizeof(uint))) is { } bytes ? BinaryPrimitives.ReadUInt32LittleEndian(bytes) : null;
}
