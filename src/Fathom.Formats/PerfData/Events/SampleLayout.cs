using System.Buffers.Binary;
using System.Numerics;

namespace Fathom.Formats.PerfData.Events;

/// <summary>Places of the fields of an event's samples. Those up to the period stand at the same place in each sample, those behind it follow one another.</summary>
/// <remarks>
/// <code>
/// identifier, ip, pid+tid, time, address, id, stream id, cpu, period      8 bytes each, those that the event has
/// read            values of counters
/// callchain       u64 n, n addresses
/// raw             u32 n, n bytes; 4 + n is a multiple of 8
/// branch stack    u64 n, (u64 index), n times from, to, flags; (n counters)
/// user registers  u64 abi; where that is not 0 one u64 for each bit of the mask
/// user stack      u64 n, n bytes, where n is not 0 u64 used
/// weight, data source, transaction                                         8 bytes each
/// interrupt registers like the user's
/// physical address, control group, data page size, code page size          8 bytes each
/// aux             u64 n, n bytes
/// </code>
/// </remarks>
internal sealed class SampleLayout
{
    private const int Absent = -1;
    private const ulong ReadEnabled = 1, ReadRunning = 2, ReadId = 4, ReadGroup = 8, ReadLost = 16;
    private const ulong BranchIndex = 1 << 17, BranchCounters = 1 << 19;

    private const PerfSampleFields BehindRaw = ~(PerfSampleFields.Identifier | PerfSampleFields.Ip | PerfSampleFields.Tid | PerfSampleFields.Time
        | PerfSampleFields.Address | PerfSampleFields.Id | PerfSampleFields.StreamId | PerfSampleFields.Cpu | PerfSampleFields.Period | PerfSampleFields.Read
        | PerfSampleFields.Callchain | PerfSampleFields.Raw);

    private readonly PerfSampleFields _fields;
    private readonly ulong _readFormat;
    private readonly ulong _branchFields;
    private readonly int _userRegisters;
    private readonly int _interruptRegisters;
    private readonly bool _isSimple;

    public SampleLayout(PerfEventAttributes attributes)
    {
        _fields = attributes.SampleFields;
        _readFormat = attributes.ReadFormat;
        _branchFields = attributes.BranchFields;
        _userRegisters = BitOperations.PopCount(attributes.UserRegisters);
        _interruptRegisters = BitOperations.PopCount(attributes.InterruptRegisters);
        _isSimple = (_fields & BehindRaw) == 0;
        int identifier = Place(PerfSampleFields.Identifier);
        Ip = Place(PerfSampleFields.Ip);
        Tid = Place(PerfSampleFields.Tid);
        Time = Place(PerfSampleFields.Time);
        Address = Place(PerfSampleFields.Address);
        Id = Place(PerfSampleFields.Id);
        StreamId = Place(PerfSampleFields.StreamId);
        Cpu = Place(PerfSampleFields.Cpu);
        Period = Place(PerfSampleFields.Period);
        Id = identifier >= 0 ? identifier : Id;
    }

    /// <summary>Bytes up to the first field whose place is not fixed.</summary>
    public int FixedBytes { get; private set; }

    public int Ip { get; }

    public int Tid { get; }

    public int Time { get; }

    public int Address { get; }

    public int Id { get; }

    public int StreamId { get; }

    public int Cpu { get; }

    public int Period { get; }

    /// <summary>Finds the fields of a sample.</summary>
    /// <param name="body">The sample without its head.</param>
    /// <param name="parts">Where they are.</param>
    /// <returns>False where a length goes beyond the sample.</returns>
    public bool TryFind(ReadOnlySpan<byte> body, out SampleParts parts)
    {
        parts = default;
        if (body.Length < FixedBytes)
            return false;
        SampleCursor at = new(body, FixedBytes);
        if ((_fields & PerfSampleFields.Read) != 0 && !TryRead(ref at, ref parts))
            return false;
        if ((_fields & PerfSampleFields.Callchain) != 0 && !at.TryArray(sizeof(ulong), 0, out parts.Callchain))
            return false;
        if ((_fields & PerfSampleFields.Raw) != 0 && !at.TryRaw(out parts.Raw))
            return false;
        return _isSimple || TryRest(ref at, ref parts);
    }

    private bool TryRest(ref SampleCursor at, ref SampleParts parts) =>
        ((_fields & PerfSampleFields.BranchStack) == 0 || TryBranches(ref at, ref parts))
        && TryDump(ref at, ref parts)
        && (!HasWeight || at.TryNumber(out parts.Weight))
        && ((_fields & PerfSampleFields.DataSource) == 0 || at.TryNumber(out parts.DataSource))
        && ((_fields & PerfSampleFields.Transaction) == 0 || at.TryNumber(out parts.Transaction))
        && ((_fields & PerfSampleFields.InterruptRegisters) == 0 || at.TryRegisters(_interruptRegisters, out parts.InterruptAbi, out parts.InterruptRegisters))
        && ((_fields & PerfSampleFields.PhysicalAddress) == 0 || at.TryNumber(out parts.PhysicalAddress))
        && ((_fields & PerfSampleFields.Cgroup) == 0 || at.TryNumber(out parts.Cgroup))
        && ((_fields & PerfSampleFields.DataPageSize) == 0 || at.TryNumber(out parts.DataPageSize))
        && ((_fields & PerfSampleFields.CodePageSize) == 0 || at.TryNumber(out parts.CodePageSize))
        && ((_fields & PerfSampleFields.Aux) == 0 || at.TryArray(1, 0, out parts.Aux));

    private bool HasWeight => (_fields & (PerfSampleFields.Weight | PerfSampleFields.WeightParts)) != 0;

    private bool TryDump(ref SampleCursor at, ref SampleParts parts)
    {
        int start = at.Position;
        bool isWhole = ((_fields & PerfSampleFields.UserRegisters) == 0 || at.TryRegisters(_userRegisters, out parts.UserAbi, out parts.UserRegisters))
            && ((_fields & PerfSampleFields.UserStack) == 0 || at.TryStack(out parts.UserStack));
        parts.Dump = new SampleSlice(start, at.Position - start);
        return isWhole;
    }

    private bool TryBranches(ref SampleCursor at, ref SampleParts parts)
    {
        int before = (_branchFields & BranchIndex) != 0 ? sizeof(ulong) : 0;
        return at.TryArray(24, before, out parts.Branches)
            && ((_branchFields & BranchCounters) == 0 || at.TrySkip((long)parts.Branches.Count / 24 * sizeof(ulong)));
    }

    private bool TryRead(ref SampleCursor at, ref SampleParts parts)
    {
        int start = at.Position;
        int times = Word(ReadEnabled) + Word(ReadRunning);
        int extra = Word(ReadId) + Word(ReadLost);
        bool isWhole = (_readFormat & ReadGroup) == 0
            ? at.TrySkip(sizeof(ulong) + times + extra)
            : at.TryArray(sizeof(ulong) + extra, times, out _);
        parts.Read = new SampleSlice(start, at.Position - start);
        return isWhole;
    }

    private int Word(ulong bit) => (_readFormat & bit) != 0 ? sizeof(ulong) : 0;

    private int Place(PerfSampleFields field)
    {
        if ((_fields & field) == 0)
            return Absent;
        FixedBytes += sizeof(ulong);
        return FixedBytes - sizeof(ulong);
    }

    /// <summary>Reads a field of 8 bytes; 0 where the event does not have it.</summary>
    public static ulong Number(ReadOnlySpan<byte> body, int place) => place < 0 ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(body[place..]);
}
