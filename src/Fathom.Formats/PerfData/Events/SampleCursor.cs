using System.Buffers.Binary;

namespace Fathom.Formats.PerfData.Events;

/// <summary>Goes through the fields of a sample, and never beyond its end.</summary>
internal ref struct SampleCursor(ReadOnlySpan<byte> body, int position)
{
    private readonly ReadOnlySpan<byte> _body = body;

    public int Position { get; private set; } = position;

    public bool TrySkip(long count)
    {
        if (count > _body.Length - Position)
            return false;
        Position += (int)count;
        return true;
    }

    public bool TryNumber(out ulong value)
    {
        bool isThere = _body.Length - Position >= sizeof(ulong);
        value = isThere ? BinaryPrimitives.ReadUInt64LittleEndian(_body[Position..]) : 0;
        Position += isThere ? sizeof(ulong) : 0;
        return isThere;
    }

    /// <summary>A count, some bytes, and that many elements; the elements are what is found.</summary>
    public bool TryArray(int elementBytes, int bytesBefore, out SampleSlice found)
    {
        found = default;
        if (!TryNumber(out ulong count) || count > (ulong)(_body.Length - Position) || !TrySkip(bytesBefore))
            return false;
        int start = Position;
        if (!TrySkip((long)count * elementBytes))
            return false;
        found = new SampleSlice(start, Position - start);
        return true;
    }

    public bool TryRaw(out SampleSlice found)
    {
        found = default;
        if (_body.Length - Position < sizeof(uint))
            return false;
        uint count = BinaryPrimitives.ReadUInt32LittleEndian(_body[Position..]);
        int start = Position + sizeof(uint);
        if (!TrySkip((long)sizeof(uint) + count))
            return false;
        found = new SampleSlice(start, (int)count);
        // The kernel counts the padding in; a sample whose last field this is may lack it otherwise.
        Position = Math.Min((Position + 7) & ~7, _body.Length);
        return true;
    }

    public bool TryRegisters(int count, out ulong abi, out SampleSlice found)
    {
        found = default;
        if (!TryNumber(out abi))
            return false;
        int start = Position;
        if (abi == 0)
            return true;
        found = new SampleSlice(start, count * sizeof(ulong));
        return TrySkip(found.Count);
    }

    /// <summary>The bytes of a stack that are used, of those that are there.</summary>
    public bool TryStack(out SampleSlice found)
    {
        found = default;
        if (!TryNumber(out ulong count) || count > (ulong)(_body.Length - Position))
            return false;
        int start = Position;
        if (count == 0)
            return true;
        if (!TrySkip((long)count) || !TryNumber(out ulong used))
            return false;
        found = new SampleSlice(start, (int)Math.Min(used, count));
        return true;
    }
}
