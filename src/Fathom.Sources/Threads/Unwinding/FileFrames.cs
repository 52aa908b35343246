using System.Buffers.Binary;
using Fathom.Formats;
using Fathom.Formats.Elf;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>How the frames of a program or library are passed, by places of its file. What the file tells is copied: it is read once.</summary>
/// <remarks>The rules of a place are worked out once: stacks of waits have few different places.</remarks>
internal sealed class FileFrames : IFrameTable
{
    private const int HeaderBytes = 8;
    private const byte RelativeInt32 = 0x1b;

    private readonly IReadOnlyList<ElfSegment> _code;
    private readonly CallFrameTable? _table;
    private readonly KnownRules _known = new();

    private FileFrames(IReadOnlyList<ElfSegment> code, CallFrameTable? table, long sizeBytes) => (_code, _table, SizeBytes) = (code, table, sizeBytes);

    /// <summary>Memory that it takes, without the rules that were worked out.</summary>
    public long SizeBytes { get; }

    /// <summary>Reads a file.</summary>
    /// <param name="read">Reads the file.</param>
    /// <param name="image">Its headers.</param>
    /// <param name="mostBytes">Most bytes of call frame information.</param>
    /// <returns>Null where the file is not whole, or has more than that. One without call frame information has frame pointers only.</returns>
    public static FileFrames? TryRead(ReadAt read, ElfImage image, long mostBytes)
    {
        if (image.CallFrameHeader is not { } header)
            return new FileFrames(image.Code, null, 0);
        ElfSegment part = image.FileRanges.FirstOrDefault(range => header >= range.Address && header < range.End);
        Span<byte> head = stackalloc byte[HeaderBytes];
        ulong place = header - part.Address + part.FileOffset;
        if (part.FileSize == 0 || place > long.MaxValue || read(place, head) < HeaderBytes)
            return null;

        // The descriptions lie behind the table as a rule, and before it now and then; nothing tells where they end but the end of the part.
        ulong descriptions = header + sizeof(uint) + (ulong)(long)BinaryPrimitives.ReadInt32LittleEndian(head[4..]);
        ulong start = head[1] == RelativeInt32 && descriptions >= part.Address && descriptions < header ? descriptions : header;
        ulong size = part.End - start;
        Span<byte> last = stackalloc byte[1];

        // A size that the file cannot have is noticed before memory is taken for all of it.
        if (size > (ulong)mostBytes || read(part.FileOffset + part.FileSize - 1, last) < 1)
            return null;
        byte[] content = new byte[size];
        if (read(start - part.Address + part.FileOffset, content) < content.Length)
            return null;
        CallFrameTable? table = CallFrameTable.TryRead(new CopiedMemory(start, content), header);
        return new FileFrames(image.Code, table, table is null ? 0 : content.Length);
    }

    /// <inheritdoc/>
    public bool TryFind(ulong place, bool isInnermost, out CallFrameState rules)
    {
        if (_known.TryGet(place, out bool isTold, out rules))
            return isTold;
        isTold = _table is { } table && AddressOf(place) is { } address && table.TryFind(address, out rules, out _);
        _known.Add(place, isTold, in rules);
        return isTold;
    }

    // A file can have other code in it, which is mapped from there: a single-file program has assemblies inside.
    private ulong? AddressOf(ulong place)
    {
        foreach (ElfSegment part in _code)
        {
            if (place >= part.FileOffset && place - part.FileOffset < part.FileSize)
                return place - part.FileOffset + part.Address;
        }

        return null;
    }
}
