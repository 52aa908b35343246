using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Live;

/// <summary>One metric of a watched process as it is shown while the watch runs.</summary>
/// <param name="column">The metric.</param>
public sealed class WatchMeter(ResultColumn column)
{
    private const int SparklineLength = 30;
    private const int NameWidth = 24;
    private const int ValueWidth = 12;

    private readonly Sparkline _line = new(SparklineLength);
    private double _first = double.NaN;
    private double _last = double.NaN;

    /// <summary>Whether there was a value.</summary>
    public bool HasValue => !double.IsNaN(_last);

    /// <summary>Whether the newest sample had no value, so that the last one is of an earlier one.</summary>
    public bool IsOld { get; private set; }

    /// <summary>Adds a value; one that is no number leaves the last one, which is then shown as not of now.</summary>
    public void Add(double value)
    {
        IsOld = !double.IsFinite(value);
        if (IsOld)
            return;
        if (double.IsNaN(_first))
            _first = value;
        _last = value;
        _line.Add(value);
    }

    /// <summary>Name, value, change since the start, sparkline. A value of an earlier sample stands in brackets.</summary>
    public string Row()
    {
        double change = _last - _first;
        string sign = change > 0 ? "+" : "";
        return $"  {TextWidth.Clip(column.Name, NameWidth - 1, keepEnd: true),-NameWidth}{(IsOld ? $"({Text(_last)})" : Text(_last)),ValueWidth}{sign + Text(change),ValueWidth}  {_line}";
    }

    /// <summary>Name and value, for a line of a log.</summary>
    public string Short() => $"{column.Name} {Text(_last)}";

    private string Text(double value) => ReadableNumber.Of(column.Unit == ColumnUnit.Count ? Math.Round(value, 1) : value, column.Unit);
}
