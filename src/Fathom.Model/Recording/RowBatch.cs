using Fathom.Model.Tables;

namespace Fathom.Model.Recording;

/// <summary>Collects rows of a table and hands them on by thousands.</summary>
/// <param name="sink">Gets them.</param>
public sealed class RowBatch<T>(IRecordingSink sink)
    where T : unmanaged, IRow<T>
{
    // Rows that wait here keep their texts.
    private const long MostChars = 1 << 20;

    private const int MostRows = 4096;
    private const int FirstRows = 32;

    // Most tables of a recording have few rows, or none.
    private T[] _rows = [];
    private int _count;
    private long _chars;

    /// <summary>Rows so far.</summary>
    public long Count { get; private set; }

    /// <summary>Adds a row.</summary>
    public void Add(in T row)
    {
        if (_count == _rows.Length)
            MakeRoom();
        _rows[_count++] = row;
        Count++;
    }

    /// <summary>Adds a row that has texts for itself.</summary>
    /// <param name="row">The row.</param>
    /// <param name="chars">Characters of these texts.</param>
    public void Add(in T row, int chars)
    {
        Add(in row);
        _chars += chars;
        if (_chars > MostChars)
            Flush();
    }

    /// <summary>Hands on what is left.</summary>
    public void Flush()
    {
        if (_count > 0)
            sink.Write<T>(_rows.AsSpan(0, _count));
        _count = 0;
        _chars = 0;
    }

    private void MakeRoom()
    {
        if (_rows.Length == MostRows)
            Flush();
        else
            Array.Resize(ref _rows, Math.Clamp(_rows.Length * 4, FirstRows, MostRows));
    }
}
