using System.Numerics;
using Fathom.Model.Tables;

namespace Fathom.Storage.Ingest;

/// <summary>One column of a part's sort key: its values as unsigned numbers in the same order, and the range that they take.</summary>
/// <param name="column">Position in the table.</param>
/// <param name="type">Type of the column.</param>
internal sealed class SortColumn(int column, ColumnType type)
{
    private const ulong SignBit = 1UL << 63;
    private readonly ulong[] _values = new ulong[RowColumns.Capacity];
    private ulong _min = ulong.MaxValue;
    private ulong _max;

    /// <summary>Bits that tell the part's values apart; 0 where all are the same.</summary>
    public int Bits => _max <= _min ? 0 : 64 - BitOperations.LeadingZeroCount(_max - _min);

    /// <summary>Widens the range by some rows.</summary>
    /// <param name="rows">The columns of the next batch.</param>
    /// <param name="texts">Sort order of the texts of each text column.</param>
    public void Observe(RowColumns rows, IReadOnlyList<TextColumn?> texts)
    {
        foreach (ulong value in Load(rows, texts))
        {
            _min = Math.Min(_min, value);
            _max = Math.Max(_max, value);
        }
    }

    /// <summary>Shifts the values of some rows into their keys from the right.</summary>
    public void Pack(RowColumns rows, IReadOnlyList<TextColumn?> texts, Span<ulong> keys)
    {
        int bits = Bits;
        if (bits == 0)
            return;
        ReadOnlySpan<ulong> values = Load(rows, texts);
        // A column of 64 bits has a key word of its own.
        int shift = bits & 63;
        for (int row = 0; row < values.Length; row++)
            keys[row] = (keys[row] << shift) | (values[row] - _min);
    }

    // A loop per type: a call per value would cost as much as the sort itself.
    private ReadOnlySpan<ulong> Load(RowColumns rows, IReadOnlyList<TextColumn?> texts)
    {
        int count = rows.RowCount;
        Span<ulong> to = _values.AsSpan(0, count);
        switch (type)
        {
            case ColumnType.Boolean:
                Widen(rows.Values<byte>(column, count), to, 0);
                break;
            case ColumnType.UInt32:
                Widen(rows.Values<uint>(column, count), to, 0);
                break;
            case ColumnType.UInt64:
                rows.Values<ulong>(column, count).CopyTo(to);
                break;
            case ColumnType.Int32:
                Widen(rows.Values<int>(column, count), to, SignBit);
                break;
            case ColumnType.Int64:
                Widen(rows.Values<long>(column, count), to, SignBit);
                break;
            case ColumnType.Double:
                ReadOnlySpan<double> doubles = rows.Values<double>(column, count);
                for (int i = 0; i < to.Length; i++)
                    to[i] = OrderedBits(doubles[i]);
                break;
            default:
                ReadOnlySpan<TextId> ids = rows.Values<TextId>(column, count);
                for (int i = 0; i < to.Length; i++)
                    to[i] = ids[i].HasValue ? texts[column]!.Code(ids[i]) : uint.MaxValue;
                break;
        }

        return to;
    }

    // Flipping the sign bit makes the order of signed numbers that of unsigned ones.
    private static void Widen<T>(ReadOnlySpan<T> from, Span<ulong> to, ulong flip)
        where T : unmanaged, IBinaryInteger<T>
    {
        for (int i = 0; i < to.Length; i++)
            to[i] = ulong.CreateTruncating(from[i]) ^ flip;
    }

    // Negative doubles sort backwards by their bits.
    private static ulong OrderedBits(double value)
    {
        ulong bits = BitConverter.DoubleToUInt64Bits(value);
        return (bits & SignBit) != 0 ? ~bits : bits | SignBit;
    }
}
