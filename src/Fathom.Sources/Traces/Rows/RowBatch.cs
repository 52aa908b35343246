using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Rows;

/// <summary>Collects rows of a table and hands them on by thousands.</summary>
/// <param name="sink">Gets them.</param>
internal sealed class RowBatch<T>(IRecordingSink sink)
    where T : unmanaged, IRow<T>
{
    private readonly T[] _rows = new T[4096];
    private int _count;

    /// <summary>Rows so far.</summary>
    public long Count { get; private set; }

    /// <summary>Adds a row.</summary>
    public void Add(in T row)
    {
        if (_count == _rows.Length)
            Flush();
        _rows[_count++] = row;
        Count++;
    }

    /// <summary>Hands on what is left.</summary>
    public void Flush()
    {
        if (_count > 0)
            sink.Write<T>(_rows.AsSpan(0, _count));
        _count = 0;
    }
}
