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
    /// <summary>Number of the stack of an event that has its stack with it.</summary>
    public const uint OwnId = 1;

    private readonly NumberedBytes _stacks = new(maxBytes);
    private byte[] _own = [];
    private int _ownBytes;

    /// <summary>Adds the stacks of a block. False where it makes no sense; what came before is kept.</summary>
    public bool Add(ReadOnlySpan<byte> block, NetTraceTotals totals)
    {
        PayloadReader reader = new(block, pointerSize);
        uint first = reader.UInt32();
        uint count = reader.UInt32();
        bool isKept = _stacks.BeginRun(first);
        for (uint i = 0; i < count && !reader.IsShort; i++)
        {
            ReadOnlySpan<byte> stack = reader.Bytes(reader.UInt32());
            if (reader.IsShort)
                break;
            isKept = isKept && _stacks.TryKeep(stack);
            if (!isKept)
                totals.LostStacks++;
        }

        return !reader.IsShort;
    }

    /// <summary>Keeps one stack only: that of the next event.</summary>
    public void SetOwn(ReadOnlySpan<byte> stack)
    {
        _ownBytes = stack.Length;
        if (_own.Length < _ownBytes)
            _own = new byte[_ownBytes * 2];
        stack.CopyTo(_own);
    }

    /// <summary>The stack with this number; empty where there is none.</summary>
    public StackAddresses Find(uint id) => new(_ownBytes > 0 && id == OwnId ? _own.AsSpan(0, _ownBytes) : _stacks.Find(id), pointerSize);

    /// <summary>Forgets all stacks.</summary>
    public void Clear()
    {
        _ownBytes = 0;
        _stacks.Clear();
    }
}
