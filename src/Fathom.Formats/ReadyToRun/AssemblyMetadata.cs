using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Metadata in memory.</summary>
internal sealed class AssemblyMetadata
{
    // The reader has addresses in it: it stays where it is for as long as this object is there.
    private readonly byte[] _bytes;

    private AssemblyMetadata(byte[] bytes, MetadataReader reader) => (_bytes, Reader) = (bytes, reader);

    /// <summary>Reads it. Only to be used while this object is held.</summary>
    public MetadataReader Reader { get; }

    /// <summary>The number that each build of an assembly has of its own; null where it cannot be read.</summary>
    public Guid? Mvid { get; private init; }

    /// <summary>Bytes of it.</summary>
    public int Size => _bytes.Length;

    /// <summary>Reads the metadata of an image; null where there is none or its heads make no sense.</summary>
    public static unsafe AssemblyMetadata? TryRead(ImageBytes image, PeDirectory place)
    {
        if (image.Read(place, isPinned: true) is not { } bytes)
            return null;
        try
        {
            MetadataReader reader = new((byte*)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(bytes)), bytes.Length);
            return new AssemblyMetadata(bytes, reader) { Mvid = ReadMvid(reader) };
        }
        catch (Exception damage) when (IsDamage(damage))
        {
            return null;
        }
    }

    /// <summary>Reads the metadata of a file.</summary>
    public static AssemblyMetadata? TryReadFile(ReadAt read)
    {
        const int managed = 14;
        if (PeHeaders.TryRead(read) is not { } headers)
            return null;
        ImageBytes image = new(read, headers);
        return CorHeader.TryRead(image, headers.Directory(managed)) is { } cor ? TryRead(image, cor.Metadata) : null;
    }

    /// <summary>Whether an exception is one of those with which the reader of metadata refuses what makes no sense.</summary>
    public static bool IsDamage(Exception exception) => exception is BadImageFormatException or ArgumentException or InvalidOperationException or OverflowException;

    private static Guid? ReadMvid(MetadataReader reader)
    {
        try
        {
            return reader.GetModuleDefinition().Mvid is { IsNil: false } mvid && reader.GetGuid(mvid) is var number && number != Guid.Empty ? number : null;
        }
        catch (Exception damage) when (IsDamage(damage))
        {
            return null;
        }
    }
}
