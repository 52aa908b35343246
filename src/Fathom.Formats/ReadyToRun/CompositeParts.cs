using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>The assemblies of a composite image.</summary>
/// <param name="Metadata">Metadata of each as far as that is in the image.</param>
/// <param name="Damaged">Assemblies whose headers make no sense.</param>
internal sealed record CompositeParts(AssemblyMetadata?[] Metadata, int Damaged)
{
    private const int EntrySize = 16;
    private const int MaxParts = 10_000;
    private const int MaxMetadata = 1024 * 1024 * 1024;

    /// <summary>Reads them, and adds their methods to the entry points.</summary>
    public static CompositeParts Read(ImageBytes image, ReadyToRunHeader header, EntryPoints entries)
    {
        byte[] table = image.ReadSome(header.Section(ReadyToRunSectionKind.ComponentAssemblies));
        AssemblyMetadata?[] metadata = new AssemblyMetadata?[Math.Min(table.Length / EntrySize, MaxParts)];
        int damaged = 0;
        long held = 0;
        for (int i = 0; i < metadata.Length; i++)
        {
            ReadOnlySpan<byte> entry = table.AsSpan(i * EntrySize, EntrySize);
            PeDirectory managed = new(BinaryPrimitives.ReadUInt32LittleEndian(entry), BinaryPrimitives.ReadUInt32LittleEndian(entry[4..]));
            if (managed.Size > 0 && CorHeader.TryRead(image, managed) is { } cor && (held += cor.Metadata.Size) <= MaxMetadata)
                metadata[i] = AssemblyMetadata.TryRead(image, cor.Metadata);
            // Assemblies that lie on one another would each cost the time of all.
            if (entries.Refused <= entries.Count && ReadyToRunHeader.TryReadComponent(image, BinaryPrimitives.ReadUInt32LittleEndian(entry[8..])) is { } part)
                entries.AddMethods(image.ReadSome(part.Section(ReadyToRunSectionKind.MethodEntryPoints)), i);
            else
                damaged++;
        }

        return new CompositeParts(metadata, damaged);
    }
}
