using System.Globalization;
using System.Runtime.CompilerServices;

namespace Fathom.Storage.DuckDb;

/// <summary>
/// One column of a chunk: a flat array of values and one validity bit per row (1 = present; no bits at all = nothing is null).
/// A text is 16 bytes: a length of 4 and either up to 12 bytes in place, or 4 bytes of prefix and a pointer.
/// </summary>
public readonly unsafe ref struct DuckDbVector
{
    private const int InlineTextLength = 12;
    private const int TextSize = 16;
    private readonly void* _data;
    private readonly ulong* _validity;
    private readonly int _rowCount;

    internal DuckDbVector(DuckDbColumn column, void* data, ulong* validity, int rowCount)
    {
        Column = column;
        _data = data;
        _validity = validity;
        _rowCount = rowCount;
    }

    /// <summary>What the column is.</summary>
    public DuckDbColumn Column { get; }

    /// <summary>Whether the value of a row is absent. The array holds an undefined value there.</summary>
    public bool IsNull(int row) => _validity != null && (_validity[row >> 6] & (1UL << (row & 63))) == 0;

    /// <summary>The values as an array of the type that <see cref="DuckDbColumn.Storage"/> says.</summary>
    /// <typeparam name="T">A type of exactly that size: <see cref="long"/> for BIGINT, <see cref="byte"/> for BOOLEAN, <see cref="Int128"/> for HUGEINT.</typeparam>
    public ReadOnlySpan<T> Values<T>()
        where T : unmanaged
    {
        if (Unsafe.SizeOf<T>() != SizeOf(Column.Storage))
            ThrowWrongType(typeof(T));
        return new ReadOnlySpan<T>(_data, _rowCount);
    }

    /// <summary>The UTF-8 bytes of a text, in the engine's memory.</summary>
    public ReadOnlySpan<byte> Utf8(int row)
    {
        if (Column.Storage != DuckDbType.VarChar || (uint)row >= (uint)_rowCount)
            throw new InvalidOperationException($"Column '{Column.Name}' is {Column.Storage} and has no text in row {row}.");
        byte* text = (byte*)_data + ((long)row * TextSize);
        int length = *(int*)text;
        return new ReadOnlySpan<byte>(length <= InlineTextLength ? text + 4 : *(byte**)(text + 8), length);
    }

    /// <summary>The value of a row of any integer or boolean column.</summary>
    /// <exception cref="OverflowException">It does not fit 64 signed bits; the message is the number.</exception>
    public long ToInt64(int row) => Column.Storage switch
    {
        DuckDbType.Boolean or DuckDbType.UTinyInt => Values<byte>()[row],
        DuckDbType.TinyInt => Values<sbyte>()[row],
        DuckDbType.SmallInt => Values<short>()[row],
        DuckDbType.USmallInt => Values<ushort>()[row],
        DuckDbType.Integer => Values<int>()[row],
        DuckDbType.UInteger => Values<uint>()[row],
        DuckDbType.BigInt => Values<long>()[row],
        _ => FromWide(row),
    };

    /// <summary>The value of a row of a floating point or decimal column.</summary>
    public double ToDouble(int row) => Column.Type switch
    {
        DuckDbType.Float => Values<float>()[row],
        DuckDbType.Double => Values<double>()[row],
        DuckDbType.Decimal when Column.Storage != DuckDbType.HugeInt => ToInt64(row) / Math.Pow(10, Column.Scale),
        _ => FromWideDecimal(row),
    };

    private void ThrowWrongType(Type type) => throw new InvalidOperationException($"Column '{Column.Name}' is {Column.Storage} and cannot be read as {type.Name}.");

    // Apart from the common types: methods with 128-bit numbers are compiled at run time only.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long FromWide(int row)
    {
        Int128 value = Column.Storage switch
        {
            DuckDbType.UBigInt => Values<ulong>()[row],
            DuckDbType.HugeInt => Values<Int128>()[row],
            DuckDbType.UHugeInt when Values<UInt128>()[row] > (UInt128)Int128.MaxValue => throw new OverflowException(Values<UInt128>()[row].ToString(CultureInfo.InvariantCulture)),
            DuckDbType.UHugeInt => (Int128)Values<UInt128>()[row],
            _ => throw new InvalidOperationException($"Column '{Column.Name}' is {Column.Storage} and holds no integer."),
        };
        return value >= long.MinValue && value <= long.MaxValue ? (long)value : throw new OverflowException(value.ToString(CultureInfo.InvariantCulture));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private double FromWideDecimal(int row) => (double)Values<Int128>()[row] / Math.Pow(10, Column.Scale);

    private static int SizeOf(DuckDbType type) => type switch
    {
        DuckDbType.Boolean or DuckDbType.TinyInt or DuckDbType.UTinyInt => 1,
        DuckDbType.SmallInt or DuckDbType.USmallInt => 2,
        DuckDbType.Integer or DuckDbType.UInteger or DuckDbType.Float => 4,
        DuckDbType.BigInt or DuckDbType.UBigInt or DuckDbType.Double => 8,
        DuckDbType.HugeInt or DuckDbType.UHugeInt => 16,
        _ => 0,
    };
}
