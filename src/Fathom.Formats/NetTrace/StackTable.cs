namespace Fathom.Formats.NetTrace;

/// <summary>The stacks since the last sequence point, by number.</summary>
/// <remarks>
/// <para>A stack block is <c>i32 first number, i32 count</c>, then for each stack <c>i32 size</c> and as many bytes: return addresses of pointer
/// size, the innermost first. The numbers of a block count up from its first; those of the next block go on from there. A sequence point ends all.</para>
/// <para>Memory is bounded: stacks behind the limit are counted as lost, their events have none.</para>
/// </remarks>
/// <param name="pointerSize">4 or 8.</param>
/// <param name="maxBytes">The most bytes of stacks that are kept between two sequence points.</param>
internal sealed class StackTable(int pointerSize, int maxBytes = 64 * 1024 * 1024)
{
    private const int MaxRuns = 1024;

    private readonly List<StackRun> _runs = [];
    private byte[] _bytes = new byte[64 * 1024];
    private int[] _ends = new int[1024];
    private int _used;
    private int _count;

    /// <summary>Adds the stacks of a block. False where it makes no sense; what came before is kept.</summary>
    public bool Add(ReadOnlySpan<byte> block, NetTraceTotals totals)
    {
        PayloadReader reader = new(block, pointerSize);
        uint first = reader.UInt32();
        uint count = reader.UInt32();
        bool isKept = BeginRun(first);
        for (uint i = 0; i < count && !reader.IsShort; i++)
        {
            ReadOnlySpan<byte> stack = reader.Bytes(reader.UInt32());
            if (reader.IsShort)
                break;
            isKept = isKept && TryKeep(stack);
            if (!isKept)
                totals.LostStacks++;
        }

        return !reader.IsShort;
    }

    /// <summary>The stack with this number; empty where there is none.</summary>
    public StackAddresses Find(uint id)
    {
        for (int i = _runs.Count - 1; i >= 0 && id != 0; i--)
        {
            StackRun run = _runs[i];
            int end = i + 1 < _runs.Count ? _runs[i + 1].Index : _count;
            uint index = id - run.FirstId;
            if (id >= run.FirstId && index < end - run.Index)
                return At(run.Index + (int)index);
        }

        return default;
    }

    /// <summary>Forgets all stacks.</summary>
    public void Clear()
    {
        _runs.Clear();
        (_used, _count) = (0, 0);
    }

    private StackAddresses At(int index)
    {
        int start = index == 0 ? 0 : _ends[index - 1];
        return new StackAddresses(_bytes.AsSpan(start, _ends[index] - start), pointerSize);
    }

    private bool BeginRun(uint first)
    {
        if (_runs.Count > 0 && _runs[^1] is var last && first == last.FirstId + (uint)(_count - last.Index))
            return true;
        if (_runs.Count == MaxRuns)
            return false;
        _runs.Add(new StackRun(first, _count));
        return true;
    }

    private bool TryKeep(ReadOnlySpan<byte> stack)
    {
        if (_used + (long)stack.Length > maxBytes || _count * sizeof(int) >= maxBytes)
            return false;
        if (_used + stack.Length > _bytes.Length)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _used + stack.Length));
        if (_count == _ends.Length)
            Array.Resize(ref _ends, _ends.Length * 2);
        stack.CopyTo(_bytes.AsSpan(_used));
        _used += stack.Length;
        _ends[_count++] = _used;
        return true;
    }
}
