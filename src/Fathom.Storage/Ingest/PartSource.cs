using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;

namespace Fathom.Storage.Ingest;

/// <summary>The rows of one part in sort order, as a table that the engine reads: rows are transposed into the engine's own vectors.</summary>
/// <typeparam name="T">The row.</typeparam>
internal sealed class PartSource<T> : DuckDbTableSource, IDisposable
    where T : unmanaged, IRow<T>
{
    private readonly RowBuffer<T> _rows;
    private readonly PartSorter _sorter;
    private readonly RowColumns _columns = new(T.Schema);
    private readonly TextColumn?[] _texts;
    private readonly T[] _gathered = new T[RowColumns.Capacity];
    private readonly nint[] _values;
    private readonly nint[] _validity;
    private int _next;

    /// <summary>Collects the texts of the rows and finds their order.</summary>
    public PartSource(RowBuffer<T> rows, Interner ids, PartSorter sorter)
    {
        _rows = rows;
        _sorter = sorter;
        IReadOnlyList<ColumnSchema> columns = T.Schema.Columns;
        _values = new nint[columns.Count];
        _validity = new nint[columns.Count];
        _texts = [.. columns.Select(c => c.Type == ColumnType.Text ? new TextColumn(ids, rows.Count, T.Schema.SortKey.Contains(c.Name)) : null)];
        CollectTexts();
        Sort();
        Columns = [.. columns.Select((c, i) => new DuckDbSourceColumn(c.Name, EngineType(c.Type), _texts[i]?.Dictionary))];
    }

    public override IReadOnlyList<DuckDbSourceColumn> Columns { get; }

    public override long RowCount => _rows.Count;

    public override void Begin() => _next = 0;

    public override int Read(DuckDbDataChunk chunk)
    {
        int count = Math.Min(RowColumns.Capacity, _rows.Count - _next);
        if (count == 0)
            return 0;
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = IsText(i) ? _columns.Address(i) : chunk.Address(i);
            _validity[i] = T.Schema.Columns[i].Nullable && !IsText(i) ? chunk.ValidityAddress(i) : 0;
        }

        ReadOnlySpan<T> rows = PartSorter.Take(_rows.Rows, _sorter.Positions, _next, count, _gathered);
        T.Transpose(rows, new ColumnWriter(_values, _validity, count));
        for (int i = 0; i < _texts.Length; i++)
        {
            _texts[i]?.Write(chunk, i, _columns.Values<TextId>(i, count));
            if (T.Schema.Columns[i].Type == ColumnType.RawText)
                _rows.Texts!.Write(chunk, i, _columns.Values<RawText>(i, count));
        }

        _next += count;
        return count;
    }

    public void Dispose()
    {
        _columns.Dispose();
        foreach (TextColumn? texts in _texts)
            texts?.Dispose();
    }

    private static bool IsText(int column) => T.Schema.Columns[column].Type is ColumnType.Text or ColumnType.RawText;

    private void CollectTexts()
    {
        if (Array.TrueForAll(_texts, t => t is null))
            return;
        for (int first = 0; first < _rows.Count; first += RowColumns.Capacity)
        {
            Load(first);
            for (int i = 0; i < _texts.Length; i++)
                _texts[i]?.Observe(_columns.Values<TextId>(i, _columns.RowCount));
        }

        foreach (TextColumn? texts in _texts)
            texts?.Close();
    }

    private void Sort()
    {
        List<SortColumn> key = [.. T.Schema.SortKey.Select(KeyColumn)];
        for (int first = 0; first < _rows.Count && key.Count > 0; first += RowColumns.Capacity)
        {
            Load(first);
            foreach (SortColumn column in key)
                column.Observe(_columns, _texts);
        }

        _sorter.Sort(_rows.Rows, key, _texts, _columns);
    }

    private void Load(int first) => _columns.Transpose(_rows.Rows.Slice(first, Math.Min(RowColumns.Capacity, _rows.Count - first)));

    private static SortColumn KeyColumn(string name)
    {
        for (int i = 0; i < T.Schema.Columns.Count; i++)
        {
            if (T.Schema.Columns[i].Name == name)
                return new SortColumn(i, T.Schema.Columns[i].Type);
        }

        throw new InvalidOperationException($"Table '{T.Schema.Name}' is to be sorted by '{name}', which it does not have.");
    }

    private static DuckDbType EngineType(ColumnType type) => type switch
    {
        ColumnType.Boolean => DuckDbType.Boolean,
        ColumnType.Int32 => DuckDbType.Integer,
        ColumnType.Int64 => DuckDbType.BigInt,
        ColumnType.UInt32 => DuckDbType.UInteger,
        ColumnType.UInt64 => DuckDbType.UBigInt,
        ColumnType.Double => DuckDbType.Double,
        _ => DuckDbType.VarChar,
    };
}
