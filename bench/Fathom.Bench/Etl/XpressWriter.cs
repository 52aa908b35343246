using System.Buffers.Binary;

namespace Fathom.Bench.Etl;

/// <summary>Packs bytes as plain LZ77 of Xpress, so that a long trace can be packed as a short one is.</summary>
/// <remarks>The last place with the same three bytes is the only match that is tried, as the quick way of Windows does.</remarks>
internal sealed class XpressWriter
{
    private const int Window = 8192;
    private const int LeastMatch = 3;
    private const int HashBits = 13;

    private readonly int[] _last = new int[1 << HashBits];
    private readonly List<byte> _packed = [];
    private uint _flags;
    private int _flagCount;
    private int _flagsAt;
    private int _halfAt;

    /// <summary>Packs bytes; the result is valid until the next call.</summary>
    public IReadOnlyList<byte> Pack(ReadOnlySpan<byte> from)
    {
        _last.AsSpan().Fill(-Window - 1);
        _packed.Clear();
        (_flags, _flagCount, _halfAt) = (0, 0, 0);
        BeginFlags();
        for (int at = 0; at < from.Length;)
        {
            int length = 0, before = 0;
            if (from.Length - at > LeastMatch)
            {
                ref int last = ref _last[Hash(from[at..])];
                before = last;
                last = at;
                if (at - before <= Window)
                    length = from[at..].CommonPrefixLength(from[before..]);
            }

            if (length < LeastMatch)
            {
                Flag(0);
                _packed.Add(from[at++]);
                EndFlags();
                continue;
            }

            Flag(1);
            Match(at - before, length);
            EndFlags();
            at += length;
        }

        // What is left of the flags says that matches follow, of which there are none.
        while (_flagCount > 0)
        {
            Flag(1);
            EndFlags(isLast: true);
        }

        return _packed;
    }

    private static int Hash(ReadOnlySpan<byte> bytes) =>
        (int)((((uint)bytes[0] | ((uint)bytes[1] << 8) | ((uint)bytes[2] << 16)) * 2_654_435_769) >> (32 - HashBits));

    private void Match(int distance, int length)
    {
        int rest = length - LeastMatch;
        Number(((distance - 1) << 3) | Math.Min(rest, 7));
        if (rest < 7)
            return;
        int half = Math.Min(rest - 7, 15);
        if (_halfAt == 0)
        {
            _halfAt = _packed.Count;
            _packed.Add((byte)half);
        }
        else
        {
            _packed[_halfAt] |= (byte)(half << 4);
            _halfAt = 0;
        }

        if (half < 15)
            return;
        int one = Math.Min(rest - 7 - 15, 255);
        _packed.Add((byte)one);
        if (one < 255)
            return;
        if (rest <= ushort.MaxValue)
        {
            Number(rest);
            return;
        }

        Number(0);
        Number(rest & 0xFFFF);
        Number(rest >> 16);
    }

    private void Number(int value)
    {
        _packed.Add((byte)value);
        _packed.Add((byte)(value >> 8));
    }

    private void Flag(uint bit) => (_flags, _flagCount) = ((_flags << 1) | bit, _flagCount + 1);

    private void EndFlags(bool isLast = false)
    {
        if (_flagCount < 32)
            return;
        Span<byte> flags = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(flags, _flags);
        for (int i = 0; i < flags.Length; i++)
            _packed[_flagsAt + i] = flags[i];
        _flagCount = 0;
        if (!isLast)
            BeginFlags();
    }

    private void BeginFlags()
    {
        _flagsAt = _packed.Count;
        for (int i = 0; i < 4; i++)
            _packed.Add(0);
    }
}
