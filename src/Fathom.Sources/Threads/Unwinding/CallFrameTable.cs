using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// The call frame information of a loaded program or library, found through the sorted table that the linker puts before it (.eh_frame_hdr). Only the
/// encodings that GNU and LLVM linkers write are known; where another one is met the image has no information.
/// </summary>
/// <remarks>
/// <code>
/// .eh_frame_hdr  0  version 1    1  encoding of the pointer: 0x1b    2  of the count: 3    3  of the table: 0x3b    4  pointer    8  count
///                12 for each function: start and its description, both 4 bytes with a sign, as distances from the header
/// description    0  length    4  distance back to the common part    8  start of the function    then its size, augmentation data, instructions
/// common part    0  length    4  0    8  version 1    9  augmentation, a text    then code and data alignment, return address, augmentation data, instructions
/// </code>
/// <para>Source: Linux Standard Base, "Exception Frames".</para>
/// </remarks>
internal sealed class CallFrameTable
{
    private const int HeaderSize = 12;
    private const int EntrySize = 8;
    private const int MaxFunctions = 4_000_000;
    private const int MaxDescription = 64 * 1024;
    private const byte RelativeInt32 = 0x1b;
    private const byte CountUInt32 = 0x03;
    private const byte TableInt32 = 0x3b;

    private readonly ITargetMemory _memory;
    private readonly ulong _header;
    private readonly int[] _table;

    private CallFrameTable(ITargetMemory memory, ulong header, int[] table) => (_memory, _header, _table) = (memory, header, table);

    /// <summary>Reads the table; null where there is none that is known.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="header">Address of .eh_frame_hdr.</param>
    /// <param name="budget">Room for the tables of all images; null where they have it already.</param>
    /// <param name="name">Whose table it is.</param>
    public static CallFrameTable? TryRead(ITargetMemory memory, ulong header, CallFrameBudget? budget = null, string name = "")
    {
        Span<byte> head = stackalloc byte[HeaderSize];
        if (memory.Read(header, head) < HeaderSize || head[0] != 1 || head[1] != RelativeInt32 || head[2] != CountUInt32 || head[3] != TableInt32)
            return null;
        uint count = MemoryMarshal.Read<uint>(head[8..]);

        // A count that the image cannot have shows in its last entry.
        if (count is 0 or > MaxFunctions || !memory.TryRead(header + HeaderSize + ((ulong)(count - 1) * EntrySize), out ulong _)
            || budget?.TryTake((long)count * EntrySize, name) == false)
        {
            return null;
        }

        int[] table = new int[count * 2];
        Span<byte> bytes = MemoryMarshal.AsBytes(table.AsSpan());
        return memory.Read(header + HeaderSize, bytes) == bytes.Length ? new CallFrameTable(memory, header, table) : null;
    }

    /// <summary>How the caller's registers are found from a place in a function; false where the table does not tell.</summary>
    /// <param name="address">The place.</param>
    /// <param name="state">The rules.</param>
    /// <param name="function">Where the function begins.</param>
    public bool TryFind(ulong address, out CallFrameState state, out ulong function)
    {
        state = default;
        function = 0;
        long distance = (long)(address - _header);
        int low = 0, high = (_table.Length / 2) - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_table[2 * middle] <= distance)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high >= 0 && TryRun(_header + (ulong)(long)_table[(2 * high) + 1], address, out state, out function);
    }

    /// <summary>Whether a function begins at an address.</summary>
    public bool IsStart(ulong address)
    {
        long distance = (long)(address - _header);
        int low = 0, high = (_table.Length / 2) - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_table[2 * middle] == distance)
                return true;
            if (_table[2 * middle] < distance)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return false;
    }

    private bool TryRun(ulong at, ulong address, out CallFrameState state, out ulong start)
    {
        state = default;
        start = 0;
        if (Description(at) is not { } description)
            return false;
        CallFrameReader reader = new(description, sizeof(uint));
        ulong common = at + sizeof(uint) - reader.Read<uint>();
        if (Description(common) is not { } commonPart || !TryReadCommon(commonPart, out CommonPart parsed))
            return false;
        start = at + (ulong)reader.Position;
        start += (ulong)(long)reader.Read<int>();
        uint size = reader.Read<uint>();
        if (parsed.HasData)
            reader.Skip(reader.ReadUnsigned());
        if (reader.IsBroken || address < start || address - start >= size)
            return false;

        // The kernel writes this frame, and its layout is fixed. The rules of the C library describe it by expressions, which this reader does not evaluate.
        if (parsed.IsSignal)
        {
            state.IsSignal = true;
            return true;
        }

        CallFrameState initial = default;
        if (!CallFrameProgram.TryRun(commonPart.AsSpan(parsed.Instructions), ulong.MaxValue, parsed.CodeAlignment, parsed.DataAlignment, default, ref initial))
            return false;
        state = initial;
        return CallFrameProgram.TryRun(description.AsSpan(reader.Position), address - start, parsed.CodeAlignment, parsed.DataAlignment, initial, ref state);
    }

    // With its length before it.
    private byte[]? Description(ulong at)
    {
        if (!_memory.TryRead(at, out uint length) || length is < sizeof(uint) or > MaxDescription)
            return null;
        byte[] description = new byte[length + sizeof(uint)];
        return _memory.Read(at, description) == description.Length ? description : null;
    }

    private static bool TryReadCommon(byte[] bytes, out CommonPart common)
    {
        common = default;
        CallFrameReader reader = new(bytes, 2 * sizeof(uint));
        if (MemoryMarshal.Read<uint>(bytes.AsSpan(sizeof(uint))) != 0 || reader.Read<byte>() != 1)
            return false;
        List<char> augmentation = [];
        for (byte letter = reader.Read<byte>(); letter != 0 && !reader.IsBroken; letter = reader.Read<byte>())
            augmentation.Add((char)letter);
        ulong codeAlignment = reader.ReadUnsigned();
        long dataAlignment = reader.ReadSigned();
        byte returnAddress = reader.Read<byte>();
        bool isKnown = returnAddress == CallFrameState.ReturnAddress && (augmentation.Count == 0 || augmentation[0] == 'z');
        if (!isKnown || reader.IsBroken)
            return false;
        int end = reader.Position;
        bool isRelative = augmentation.Count > 0 && TryReadAugmentation(ref reader, augmentation, out end);
        common = new CommonPart(end, codeAlignment, dataAlignment, augmentation.Count > 0, augmentation.Contains('S'));
        return isRelative && !reader.IsBroken && end <= bytes.Length;
    }

    // z: length of the data. R: encoding of addresses in descriptions. P: a function, with its encoding. L: encoding of another address. S: a signal frame.
    private static bool TryReadAugmentation(ref CallFrameReader reader, List<char> augmentation, out int end)
    {
        ulong length = reader.ReadUnsigned();
        int start = reader.Position;
        byte encoding = 0;
        foreach (char letter in augmentation.Skip(1))
        {
            switch (letter)
            {
                case 'R':
                    encoding = reader.Read<byte>();
                    break;
                case 'L':
                    reader.Read<byte>();
                    break;
                case 'P':
                    reader.Skip((reader.Read<byte>() & 0x0f) is 0x0b or 0x03 ? 4UL : 8UL);
                    break;
                case 'S':
                    break;
                default:
                    end = start;
                    return false;
            }
        }

        end = (int)Math.Min((ulong)int.MaxValue, (ulong)start + length);
        return encoding == RelativeInt32 && length < MaxDescription;
    }

    private readonly record struct CommonPart(int Instructions, ulong CodeAlignment, long DataAlignment, bool HasData, bool IsSignal);
}
