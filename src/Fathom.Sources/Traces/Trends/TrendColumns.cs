using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;

namespace Fathom.Sources.Traces.Trends;

/// <summary>What the columns of a CSV file of points are: who and when first, then what was measured of what.</summary>
internal sealed class TrendColumns
{
    private const string MetricName = "metric";
    private const string ValueName = "value";
    private const string Separator = " | ";
    private const int LongestShown = 40;

    // What an item is called in the files of heap, memory and watch; the first that a file has is the item, the next one tells items of one name apart.
    private static readonly string[] s_items = ["item", "type", "category", "kind", "fact"];
    private static readonly string[] s_parts = ["owner", "generation", "segment", "load_context"];
    private static readonly (char Character, string? Name)[] s_otherSeparators = [(';', "semicolons"), ('\t', "tabs"), ('|', "bars")];
    private static readonly string[] s_derived = ["ts_ns", "average_bytes", "delta_bytes"];

    private readonly string[] _names;
    private readonly int[] _leading;
    private readonly (int Position, string Name)[] _metrics;
    private readonly int _item;
    private readonly int _part;
    private readonly int _metric;
    private readonly int _value;

    private TrendColumns(string[] names, int[] leading)
    {
        _names = names;
        _leading = leading;
        _metric = Array.IndexOf(names, MetricName);
        _value = Array.IndexOf(names, ValueName);
        _item = Array.FindIndex(names, static name => s_items.Contains(name));
        _part = Array.FindIndex(names, static name => s_parts.Contains(name));
        _metrics = [.. names.Select(static (name, position) => (position, name)).Where(static column => IsMetric(column.name))];
    }

    /// <summary>The header as it stands in the file.</summary>
    public string Header => string.Join(',', _names);

    /// <summary>How many fields a row has.</summary>
    public int Count => _names.Length;

    /// <summary>Whether the rows of a moment are parts of a whole, whose sum is the value of the process.</summary>
    public bool HasParts => _metric < 0 && _item >= 0 && _names[_item] is ("type" or "category");

    /// <summary>Reads a header.</summary>
    /// <exception cref="FathomException">It is not that of points over time.</exception>
    public static TrendColumns Parse(IReadOnlyList<string> header, string path)
    {
        string[] names = [.. header];
        if (names is [var only] && Array.Find(s_otherSeparators, separator => only.Contains(separator.Character)) is { Name: { } other })
            throw FathomException.Target($"The columns of '{path}' are divided by {other}, and commas are expected.", "write it with commas, as RFC 4180 has it");
        if (names.GroupBy(static name => name).FirstOrDefault(static name => name.Count() > 1)?.Key is { } twice)
            throw FathomException.Target($"'{path}' has the column '{Shown(twice)}' more than once, so its values are not clear.", "leave one of them out");
        int[] leading = [.. TrendContext.Columns.Select(column => Array.IndexOf(names, column.Name))];
        TrendColumns columns = new(names, leading);
        if (leading.Contains(-1) || (columns._metrics.Length == 0 && (columns._metric < 0 || columns._value < 0)))
        {
            string missing = string.Join(", ", TrendContext.Columns.Where((_, i) => leading[i] < 0).Select(static column => column.Name));
            throw FathomException.Target(
                $"'{path}' is not a file of points over time: {(missing.Length > 0 ? $"it lacks the columns {missing}" : "no column holds a metric")}.",
                "fathom watch, heap or memory PROCESS -o FILE.csv --append writes one");
        }

        return columns;
    }

    /// <summary>A leading field, by its place in <see cref="TrendContext.Columns"/>.</summary>
    public string Leading(IReadOnlyList<string> fields, int place) => fields[_leading[place]];

    /// <summary>What a row is of: a type, a category; null for the whole process.</summary>
    public string? Item(IReadOnlyList<string> fields)
    {
        if (_item < 0 || fields[_item].Length == 0)
            return null;
        return _part < 0 || fields[_part].Length == 0 ? fields[_item] : fields[_item] + Separator + Part(fields[_part]);
    }

    // Earlier versions wrote addresses as decimal numbers; a file may have both.
    private string Part(string field) =>
        ColumnUnits.Of(_names[_part], CellKind.Integer) == ColumnUnit.Address && ulong.TryParse(field, NumberStyles.None, CultureInfo.InvariantCulture, out ulong address)
            ? string.Create(CultureInfo.InvariantCulture, $"0x{address:x}")
            : field;

    /// <summary>The metrics of a row with their values as text.</summary>
    public IEnumerable<(string Metric, string Value)> Values(IReadOnlyList<string> fields)
    {
        if (_metric >= 0 && _value >= 0)
        {
            yield return (fields[_metric], fields[_value]);
            yield break;
        }

        foreach ((int position, string name) in _metrics)
            yield return (name, fields[position]);
    }

    private static string Shown(string name) => name.Length <= LongestShown ? name : name[..LongestShown] + "…";

    private static bool IsMetric(string name) =>
        !s_derived.Contains(name) && ColumnUnits.Of(name, CellKind.Real) is (ColumnUnit.Bytes or ColumnUnit.Count or ColumnUnit.Percent or ColumnUnit.Nanoseconds);
}
