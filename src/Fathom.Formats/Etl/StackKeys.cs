using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Fathom.Formats.Etl;

/// <summary>
/// The stacks that records refer to by a key. Windows tells what a key meant when it drops it, or at the end of the session, so behind its
/// uses.
/// </summary>
/// <param name="mostAddresses">Addresses that are kept.</param>
internal sealed class StackKeys(int mostAddresses = 32 << 20)
{
    private const int Created = 34;
    private const int LeastDepth = 4;

    private readonly ToldTimes _times = new();
    private readonly List<(int Start, int Depth)> _definitions = [];
    private readonly List<ulong> _addresses = [];

    /// <summary>Definitions that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>Whether there are any.</summary>
    public bool Any => _definitions.Count > 0;

    /// <summary>Takes a definition.</summary>
    /// <param name="payload">A key and its addresses.</param>
    /// <param name="pointerSize">4 or 8.</param>
    /// <param name="opcode">What it tells: 34 it begins, 35 it ends, 36 it is there at the end.</param>
    /// <param name="ticks">When.</param>
    public void Define(ReadOnlySpan<byte> payload, int pointerSize, int opcode, long ticks)
    {
        int depth = (payload.Length / pointerSize) - 1;
        if (depth < 0)
            return;
        if (_addresses.Count + depth > mostAddresses || _definitions.Count >= mostAddresses / LeastDepth)
        {
            Overflows++;
            return;
        }

        ulong key = Address(payload, pointerSize);
        int start = _addresses.Count;
        for (int i = 1; i <= depth; i++)
            _addresses.Add(Address(payload[(i * pointerSize)..], pointerSize));
        _times.Add(key, ticks, opcode == Created);
        _definitions.Add((start, depth));
    }

    /// <summary>The addresses of a key at a time; false where nobody told.</summary>
    public bool TryFind(ulong key, long ticks, out ReadOnlySpan<ulong> addresses)
    {
        addresses = default;
        int number = _times.Meant(key, ticks);
        if (number < 0)
            return false;
        (int start, int depth) = _definitions[number];
        addresses = CollectionsMarshal.AsSpan(_addresses).Slice(start, depth);
        return true;
    }

    /// <summary>An address of 4 or 8 bytes.</summary>
    public static ulong Address(ReadOnlySpan<byte> bytes, int pointerSize) =>
        pointerSize == 8 ? BinaryPrimitives.ReadUInt64LittleEndian(bytes) : BinaryPrimitives.ReadUInt32LittleEndian(bytes);
}
