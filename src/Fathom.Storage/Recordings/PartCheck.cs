using Fathom.Files;
using Fathom.Storage.Parquet;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Storage.Recordings;

/// <summary>What of a part was compared with its checksums so far. A small part is compared whole when it is first used, a large one by columns.</summary>
/// <param name="part">What the manifest says of it.</param>
/// <param name="file">Where it is.</param>
internal sealed class PartCheck(ManifestPart part, string file)
{
    // Telling columns apart costs as much as reading this.
    private const long WholeBytes = 64 << 10;
    private ParquetLayout? _layout;
    private bool[] _checked = [];
    private bool _isWhole;

    /// <summary>What the manifest says of it.</summary>
    public ManifestPart Part => part;

    /// <summary>Whether every byte of it was compared.</summary>
    public bool IsWhole => _isWhole;

    /// <summary>Compares what any reader of the part reads, before an engine opens it.</summary>
    /// <returns>What is wrong with it, as the end of a sentence that begins with its name; null where nothing is.</returns>
    public string? Begin()
    {
        if (_isWhole || _layout is not null)
            return null;
        try
        {
            return part.Sums is { } sums && part.Bytes > WholeBytes ? BeginColumns(sums) : Whole();
        }
        catch (InvalidDataException error)
        {
            return $"is damaged: {error.Message}";
        }
    }

    /// <summary>Positions of the columns that are read and not compared yet.</summary>
    public List<int> Pending(Func<string, bool> isRead)
    {
        List<int> pending = [];
        for (int column = 0; !_isWhole && column < _layout?.Columns.Count; column++)
        {
            if (!_checked[column] && isRead(_layout.Columns[column]))
                pending.Add(column);
        }

        return pending;
    }

    /// <summary>Bytes of a column that is pending.</summary>
    public long ColumnBytes(int column) => _layout!.Chunks[column].Sum(static chunk => chunk.Length);

    /// <summary>Compares a column; different ones from any thread.</summary>
    /// <returns>As <see cref="Begin"/>.</returns>
    public string? Column(int column)
    {
        using SafeFileHandle handle = RegularFile.OpenHandle(file);
        if (!PartSums.OfColumn(part.Sums!, column).SequenceEqual(Crc32c.OfRanges(handle, _layout!.Chunks[column])))
            return $"does not match its checksum in column {_layout.Columns[column]}";
        _checked[column] = true;
        return null;
    }

    /// <summary>Compares every byte.</summary>
    /// <returns>As <see cref="Begin"/>.</returns>
    public string? Whole()
    {
        if (Crc32c.OfFile(file) != part.Crc32c)
            return "does not match its checksum";
        // Without sums the manifest itself has none either, so what it says of the part is compared with the part.
        if (part.Sums is null && Rows() is var rows && rows != part.Rows)
            return $"has {rows} rows, not {part.Rows}";
        _isWhole = true;
        return null;
    }

    private string? BeginColumns(string sums)
    {
        using SafeFileHandle handle = RegularFile.OpenHandle(file);
        ParquetLayout layout = ParquetLayout.Read(handle);
        if (!PartSums.OfFrame(sums).SequenceEqual(Crc32c.OfRanges(handle, layout.Frame)) || PartSums.Columns(sums) != layout.Columns.Count)
            return "does not match its checksum";
        _checked = new bool[layout.Columns.Count];
        _layout = layout;
        return null;
    }

    private long Rows()
    {
        using SafeFileHandle handle = RegularFile.OpenHandle(file);
        return ParquetLayout.Read(handle).Rows;
    }
}
