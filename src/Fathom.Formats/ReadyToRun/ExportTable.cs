using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Finds what a PE file exports by name. A composite image has its header there.</summary>
/// <remarks>
/// <code>
/// export directory   20 number of places    24 number of names    28 table of places, 4 bytes each    32 table of names, 4 bytes each
///                    36 table of numbers: which place a name has, 2 bytes each
/// </code>
/// <para>Source: "PE Format", Microsoft.</para>
/// </remarks>
internal static class ExportTable
{
    private const int Size = 40;
    private const int MaxNames = 10_000;

    /// <summary>The place of an export in memory, or null.</summary>
    public static uint? Find(ImageBytes image, PeDirectory directory, ReadOnlySpan<byte> name)
    {
        if (image.Read(directory with { Size = Size }) is not { } head)
            return null;
        uint count = Number(head, 24);
        if (count is 0 or > MaxNames || image.Read(new PeDirectory(Number(head, 32), count * 4)) is not { } names || image.Read(new PeDirectory(Number(head, 36), count * 2)) is not { } numbers)
            return null;
        for (int i = 0; i < count; i++)
        {
            byte[]? text = image.Read(new PeDirectory(Number(names, i * 4), (uint)name.Length + 1));
            if (text is not null && text.AsSpan(0, name.Length).SequenceEqual(name) && text[^1] == 0)
                return image.ReadUInt32(Number(head, 28) + (4u * BinaryPrimitives.ReadUInt16LittleEndian(numbers.AsSpan(i * 2))));
        }

        return null;
    }

    private static uint Number(byte[] bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at));
}
