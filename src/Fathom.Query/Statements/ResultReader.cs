using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Statements;

/// <summary>Reads the rows of a query into a result table: units come from the column names, wide sums become 64-bit numbers or an error.</summary>
internal sealed class ResultReader
{
    private readonly DuckDbResult _result;
    private readonly ResultColumn[] _columns;
    private readonly Utf8StringCache _strings = new();
    private readonly ResultLimits _limits;
    private long _textBytes;

    public ResultReader(DuckDbResult result, ResultLimits limits)
    {
        _result = result;
        _limits = limits;
        _columns = [.. result.Columns.Select(c => new ResultColumn(c.Name, Kind(c.Type), ColumnUnits.Of(c.Name, Kind(c.Type))))];
    }

    /// <summary>Whether rows were left out because of <see cref="ResultLimits.MaxRows"/>.</summary>
    public bool IsTruncated { get; private set; }

    /// <summary>Whether a column of that type can be read as it is; others must be cast to VARCHAR.</summary>
    public static bool CanRead(DuckDbType type) => type switch
    {
        DuckDbType.Boolean or DuckDbType.TinyInt or DuckDbType.SmallInt or DuckDbType.Integer or DuckDbType.BigInt => true,
        DuckDbType.UTinyInt or DuckDbType.USmallInt or DuckDbType.UInteger or DuckDbType.UBigInt => true,
        DuckDbType.HugeInt or DuckDbType.UHugeInt or DuckDbType.Float or DuckDbType.Double or DuckDbType.Decimal => true,
        DuckDbType.VarChar or DuckDbType.Enum or DuckDbType.SqlNull => true,
        _ => false,
    };

    /// <summary>Reads to the end or to the limit.</summary>
    /// <exception cref="FathomException">A number does not fit, or the texts pass the limit.</exception>
    /// <exception cref="DuckDbException">The query fails.</exception>
    public ResultTable Read()
    {
        List<Cell[]> rows = [];
        while (!IsTruncated && _result.Read(out DuckDbChunk chunk))
        {
            int count = (int)Math.Min(chunk.RowCount, _limits.MaxRows - rows.Count);
            IsTruncated = count < chunk.RowCount;
            int first = rows.Count;
            for (int row = 0; row < count; row++)
                rows.Add(new Cell[_columns.Length]);
            for (int column = 0; column < _columns.Length; column++)
                Fill(rows, first, count, column, chunk.Column(column));
        }

        return new ResultTable(_columns, rows);
    }

    private void Fill(List<Cell[]> rows, int first, int count, int column, DuckDbVector values)
    {
        for (int row = 0; row < count; row++)
        {
            if (!values.IsNull(row))
                rows[first + row][column] = Read(values, row, _columns[column]);
        }
    }

    private Cell Read(DuckDbVector values, int row, ResultColumn column)
    {
        switch (column.Kind)
        {
            case CellKind.Boolean:
                return Cell.Of(values.ToInt64(row) != 0);
            case CellKind.Real:
                return Cell.Of(values.ToDouble(row));
            case CellKind.Text when values.Column.Type == DuckDbType.Enum:
                return Cell.Of(values.Column.Dictionary[(int)values.ToInt64(row)]);
            case CellKind.Text:
                return Text(values.Utf8(row), column);
            default:
                return Cell.Of(Integer(values, row, column));
        }
    }

    private static long Integer(DuckDbVector values, int row, ResultColumn column)
    {
        // An address keeps its 64 bits; those of the kernel are negative as a signed number.
        if (column.Unit == ColumnUnit.Address && values.Column.Type == DuckDbType.UBigInt)
            return (long)values.Values<ulong>()[row];
        try
        {
            return values.ToInt64(row);
        }
        catch (OverflowException error)
        {
            throw FathomException.Target(
                $"Column '{column.Name}' holds {error.Message}, which does not fit 64 bits.", $"use CAST({column.Name} AS DOUBLE) or CAST({column.Name} AS VARCHAR)");
        }
    }

    private Cell Text(ReadOnlySpan<byte> utf8, ResultColumn column)
    {
        _textBytes += utf8.Length;
        if (_textBytes > _limits.MaxTextBytes)
            throw FathomException.Target($"The texts of column '{column.Name}' exceed the limit of {_limits.MaxTextBytes} bytes.", "select fewer rows or shorter texts");
        return Cell.Of(_strings.Get(utf8));
    }

    /// <summary>What cells of that type hold.</summary>
    public static CellKind Kind(DuckDbType type) => type switch
    {
        DuckDbType.Boolean => CellKind.Boolean,
        DuckDbType.Float or DuckDbType.Double or DuckDbType.Decimal => CellKind.Real,
        DuckDbType.VarChar or DuckDbType.Enum => CellKind.Text,
        DuckDbType.SqlNull => CellKind.Null,
        _ => CellKind.Integer,
    };
}
