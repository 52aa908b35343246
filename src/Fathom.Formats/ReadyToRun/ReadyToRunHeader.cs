using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>The header of the compiled code of an image, or the shorter one of an assembly within a composite image.</summary>
internal sealed class ReadyToRunHeader
{
    private const int VersionSize = 8;
    private const int CoreSize = 8;
    private const int SectionSize = 12;
    private const int MaxSections = 1_000;

    private readonly Dictionary<ReadyToRunSectionKind, PeDirectory> _sections = [];

    private ReadyToRunHeader()
    {
    }

    /// <summary>Version of the format; 0.0 in the shorter one.</summary>
    public Version Version { get; private init; } = new(0, 0);

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
