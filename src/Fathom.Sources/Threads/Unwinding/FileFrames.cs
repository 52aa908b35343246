using System.Buffers.Binary;
using Fathom.Formats;
using Fathom.Formats.Elf;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>How the frames of a program or library are passed, by places of its file. What the file tells is copied: it is read once.</summary>
internal sealed class FileFrames : IFrameTable
{
    private const int HeaderBytes = 8;
    private const byte RelativeInt32 = 0x1b;

    private readonly IReadOnlyList<ElfSegment> _code;
    private readonly CallFrameTable? _table;
    private readonly PlaceRules _known;

    private FileFrames(IReadOnlyList<ElfSegment> code, CallFrameTable? table, PlaceRules known) => (_code, _table, _known) = (code, table, known);

    /// <summary>Reads a file.</summary>
    /// <param name="read">Reads the file.</param>
    /// <param name="image">Its headers.</param>
    /// <param name="mostBytes">Most bytes of call frame information.</param>
    /// <param name="budget">Room for that of all files.</param>
    /// <param name="known">Keeps the rules that were worked out, of all files.</param>
    /// <param name="name">Its path.</param>
    /// <returns>Null where the file is not whole, or there is no room for it. One without call frame information has frame pointers only.</returns>
    public static FileFrames? TryRead(ReadAt read, ElfImage image, long mostBytes, CallFrameBudget budget, PlaceRules known, string name)
    {
        if (image.CallFrameHeader is not { } header)
            return new FileFrames(image.Code, null, known);
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
        if (read(part.FileOffset + part.FileSize - 1, last) < 1 || size > long.MaxValue / 2)
            return null;

        // The table is copied once more.
        long taken = size > (ulong)mostBytes ? long.MaxValue : (long)size * 2;
        if (!budget.TryTake(taken, name))
            return null;
        byte[] content = new byte[size];
        bool isWhole = read(start - part.Address + part.FileOffset, content) == content.Length;
        CallFrameTable? table = isWhole ? CallFrameTable.TryRead(new CopiedMemory(start, content), header) : null;
        if (table is null)
            budget.GiveBack(taken);
        return isWhole ? new FileFrames(image.Code, table, known) : null;
    }

    /// <inheritdoc/>
    public bool LooksAtCode => false;

    /// <inheritdoc/>
    public bool TryFind(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules) => _known.TryFind(this, place, out rules);

    /// <inheritdoc/>
    public bool TryWorkOut(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
    {
        rules = default;
        if (_table is not { } table || AddressOf(place) is not { } address)
            return false;
        bool isTold = table.TryFind(address, out rules, out _);
        rules.IsBeforeStart = table.IsStart(address + 1);
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
