using System.Buffers.Binary;
using System.Text;

namespace Fathom.Formats.ReadyToRun;

/// <summary>The header of the compiled code of an image, or the shorter one of an assembly within a composite image.</summary>
internal sealed class ReadyToRunHeader
{
    private const int Exports = 0;
    private const int Managed = 14;
    private const int VersionSize = 8;
    private const int CoreSize = 8;
    private const int SectionSize = 12;
    private const int MaxSections = 1_000;
    private const uint MaxFileName = 255;

    private readonly Dictionary<ReadyToRunSectionKind, PeDirectory> _sections = [];

    private ReadyToRunHeader()
    {
    }

    /// <summary>Version of the format; 0.0 in the shorter one.</summary>
    public Version Version { get; private init; } = new(0, 0);

    /// <summary>Finds and reads the header of an image, wherever that is told.</summary>
    /// <param name="image">The image.</param>
    /// <param name="headers">Its headers.</param>
    /// <param name="cor">The managed header; null where there is none.</param>
    /// <returns>Null where the image has no code that was compiled ahead of time.</returns>
    public static ReadyToRunHeader? TryFind(ImageBytes image, PeHeaders headers, out CorHeader? cor)
    {
        cor = CorHeader.TryRead(image, headers.Directory(Managed));
        ReadyToRunHeader? header = cor is { NativeHeader.Size: > 0 } managed ? TryRead(image, managed.NativeHeader.Rva) : null;
        if (header is null && ExportTable.Find(image, headers.Directory(Exports), "RTR_HEADER"u8) is { } place)
            header = TryRead(image, place);
        return header;
    }

    /// <summary>Reads the header of an image; null where there is none.</summary>
    public static ReadyToRunHeader? TryRead(ImageBytes image, uint rva)
    {
        if (image.Read(new PeDirectory(rva, VersionSize)) is not { } bytes || !bytes.AsSpan().StartsWith("RTR\0"u8))
            return null;
        ReadyToRunHeader header = new()
        {
            Version = new Version(BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(4)), BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(6))),
        };
        return header.ReadSections(image, rva + VersionSize) ? header : null;
    }

    /// <summary>Reads the header of an assembly within a composite image; null where there is none.</summary>
    public static ReadyToRunHeader? TryReadComponent(ImageBytes image, uint rva)
    {
        ReadyToRunHeader header = new();
        return header.ReadSections(image, rva) ? header : null;
    }

    /// <summary>Name of the composite image that has the code; null where this image has it.</summary>
    public string? OwnerOf(ImageBytes image)
    {
        if (Section(ReadyToRunSectionKind.OwnerComposite) is not { Size: > 0 } place)
            return null;
        byte[] name = image.ReadSome(place with { Size = Math.Min(place.Size, MaxFileName) });
        return string.Concat(Encoding.UTF8.GetString(name).TrimEnd('\0').Where(static c => !char.IsControl(c)));
    }

    /// <summary>Where a section is; no bytes where the image has none of the kind.</summary>
    public PeDirectory Section(ReadyToRunSectionKind kind) => _sections.GetValueOrDefault(kind);

    private bool ReadSections(ImageBytes image, uint rva)
    {
        if (image.Read(new PeDirectory(rva, CoreSize)) is not { } core)
            return false;
        uint count = BinaryPrimitives.ReadUInt32LittleEndian(core.AsSpan(4));
        if (count == 0)
            return true;
        if (count > MaxSections || image.Read(new PeDirectory(rva + CoreSize, count * SectionSize)) is not { } table)
            return false;
        for (int at = 0; at < table.Length; at += SectionSize)
        {
            ReadOnlySpan<byte> entry = table.AsSpan(at, SectionSize);
            _sections[(ReadyToRunSectionKind)BinaryPrimitives.ReadUInt32LittleEndian(entry)] =
                new PeDirectory(BinaryPrimitives.ReadUInt32LittleEndian(entry[4..]), BinaryPrimitives.ReadUInt32LittleEndian(entry[8..]));
        }

        return true;
    }
}
