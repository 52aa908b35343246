using System.Globalization;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Formats.VmMap;

/// <summary>
/// Reads a CSV file of VMMap: the process, a table of sums per type, and a table of regions, each followed by its blocks, whose addresses are indented.
/// Sizes are in KiB with separators. The regions must add up to the sums: a file that was cut off says so itself.
/// </summary>
/// <param name="path">Path of the file.</param>
public sealed class VmMapReader(string path)
{
    private const long MaxFileBytes = 256L * 1024 * 1024;
    private const string Total = "Total";
    private const string PageTable = "Page Table";
    private static readonly string[] s_unlisted = [PageTable, "Unusable", "Free"];

    private readonly Dictionary<string, int> _columns = [];
    private int _lineNumber;
    private int _cellCount;

    /// <summary>Reads the file.</summary>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">It is not what VMMap writes, or a part of it is missing.</exception>
    public VmMapFile Read(CancellationToken stop)
    {
        try
        {
            if (new FileInfo(path).Length > MaxFileBytes)
                throw Wrong("is too large for a memory map of VMMap");
            using IEnumerator<List<string>> rows = Rows(stop).GetEnumerator();
            string name = Value(rows, "Process:");
            string pid = Value(rows, "PID:");
            if (!int.TryParse(pid, NumberStyles.None, CultureInfo.InvariantCulture, out int processId))
                throw Wrong($"has '{pid}' in line {_lineNumber}, which is not a process number");
            Header(rows, "Type", ["Size", "Committed", "Total WS"]);
            Dictionary<string, (long Size, long Committed, long Resident)> sums = [];
            while (Next(rows)[0] != "Address")
                sums[rows.Current[0]] = (Bytes(rows.Current, "Size"), Bytes(rows.Current, "Committed"), Bytes(rows.Current, "Total WS"));
            Columns(rows.Current, ["Address", "Type", "Size", "Committed", "Total WS", "Private WS", "Protection", "Details"]);
            List<VmMapRegion> regions = [];
            while (rows.MoveNext())
            {
                if (!rows.Current[0].StartsWith(' '))
                    regions.Add(Region(rows.Current));
            }

            Check(sums, regions);
            return new VmMapFile(name, processId, sums.GetValueOrDefault(PageTable).Resident, regions);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{path}' cannot be read: {e.Message.TrimEnd('.')}.", "give a file that exists and may be read");
        }
    }

    private IEnumerable<List<string>> Rows(CancellationToken stop)
    {
        foreach (string line in RegularFile.ReadLines(path))
        {
            stop.ThrowIfCancellationRequested();
            _lineNumber++;
            ReadOnlySpan<char> text = line.AsSpan().TrimEnd("\r");
            if (!text.IsEmpty)
                yield return CsvLine.Split(text) ?? throw Wrong($"has a quote that is not closed in line {_lineNumber}: it is cut off or damaged");
        }
    }

    private List<string> Next(IEnumerator<List<string>> rows) => rows.MoveNext() ? rows.Current : throw Wrong($"ends after line {_lineNumber}, before its list of regions: it is cut off");

    private string Value(IEnumerator<List<string>> rows, string name) =>
        Next(rows) is [var cell, var value, ..] && cell.TrimStart('\uFEFF') == name ? value : throw Wrong($"has no '{name}' in line {_lineNumber}, as a memory map of VMMap does");

    private void Header(IEnumerator<List<string>> rows, string first, string[] names)
    {
        if (Next(rows)[0] != first)
            throw Wrong($"has '{rows.Current[0]}' in line {_lineNumber} where VMMap writes '{first}'");
        Columns(rows.Current, names);
    }

    private void Columns(List<string> header, string[] names)
    {
        _columns.Clear();
        foreach (string name in names)
        {
            int at = header.IndexOf(name);
            _columns[name] = at >= 0 ? at : throw Wrong($"has no column '{name}' in line {_lineNumber}: it is of another version of VMMap, or cut off");
        }

        _cellCount = _columns.Values.Max() + 1;
    }

    private VmMapRegion Region(List<string> row)
    {
        if (row.Count < _cellCount)
            throw Wrong($"has {row.Count} cells in line {_lineNumber} where {_cellCount} are needed: it is cut off or damaged");
        string address = row[_columns["Address"]];
        if (!ulong.TryParse(address, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong start))
            throw Wrong($"has '{address}' in line {_lineNumber}, which is not an address");
        long size = Bytes(row, "Size");
        return start + (ulong)size >= start
            ? new VmMapRegion(start, row[_columns["Type"]], size, Bytes(row, "Committed"), Bytes(row, "Total WS"), Bytes(row, "Private WS"), row[_columns["Protection"]], row[_columns["Details"]])
            : throw Wrong($"has a region in line {_lineNumber} beyond the end of the address space");
    }

    // Digits in groups; the sign between them depends on the language of the system.
    private long Bytes(List<string> row, string column)
    {
        string text = _columns[column] < row.Count ? row[_columns[column]] : throw Wrong($"has no '{column}' in line {_lineNumber}: it is cut off or damaged");
        if (text.Length == 0)
            return 0;
        string digits = string.Concat(text.Where(static c => c is not (',' or '.' or '\'' or '\u2019' or ' ' or '\u00A0' or '\u202F')));
        return long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long kibibytes) && kibibytes <= long.MaxValue / (1024 * 1024)
            ? kibibytes * 1024
            : throw Wrong($"has '{text}' in line {_lineNumber}, which is not a size");
    }

    private void Check(Dictionary<string, (long Size, long Committed, long Resident)> sums, List<VmMapRegion> regions)
    {
        if (!sums.TryGetValue(Total, out (long Size, long Committed, long Resident) expected))
            throw Wrong("has no row 'Total'");
        Int128 size = (Int128)regions.Sum(static region => (decimal)region.SizeBytes);
        Int128 resident = (Int128)regions.Sum(static region => (decimal)region.ResidentBytes);
        foreach (string type in s_unlisted)
        {
            // Free memory is no part of the total size.
            (long Size, long Committed, long Resident) other = sums.GetValueOrDefault(type);
            size += type == "Free" ? 0 : other.Size;
            resident += other.Resident;
        }

        if (size != expected.Size || resident != expected.Resident)
        {
            throw Wrong(string.Create(
                CultureInfo.InvariantCulture,
                $"lists regions of {size / 1024:#,##0} KiB, {resident / 1024:#,##0} of them resident, and says that they are "
                + $"{expected.Size / 1024:#,##0} and {expected.Resident / 1024:#,##0}: it is cut off or was changed"));
        }
    }

    private FathomException Wrong(string what) => FathomException.Target($"'{path}' {what}.", "save the memory map again in VMMap: File, Save As, CSV");
}
