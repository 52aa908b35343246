using Fathom.Formats.MachineLog;
using Fathom.Model.Machine;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.MachineLog;

/// <summary>
/// Makes rows of the figures of a log. Of a counter it is the increase since the reading before; where that could not be read, or the counter is smaller than before, nothing is known of that time.
/// </summary>
/// <param name="sink">Gets the rows.</param>
internal sealed class FigureRows(IRecordingSink sink)
{
    private const int MaxSeries = 50_000;

    private readonly RowBatch<MachineSampleRow> _rows = new(sink);
    private readonly Dictionary<int, Series> _byNumber = [];
    private readonly List<Series> _all = [];

    /// <summary>Adds a figure.</summary>
    /// <returns>False where it is none.</returns>
    public bool TryAdd(in LoggedSeries series)
    {
        if (_all.Count == MaxSeries || series.Kind is not (LoggedSeries.Counter or LoggedSeries.Level) || _byNumber.ContainsKey(series.Number))
            return false;
        Series one = new(
            sink.Ids.Text(series.Topic), sink.Ids.Text(series.Item), sink.Ids.Text(series.Name), sink.Ids.Text(series.Kind),
            series.Kind == LoggedSeries.Counter, series.WrapsAt)
        {
            Now = series.Value, Before = series.Value, BeforeNs = series.TsNs,
        };
        _byNumber.Add(series.Number, one);
        _all.Add(one);
        return true;
    }

    /// <summary>Sets what a figure is from now on.</summary>
    /// <returns>False where the log does not name it.</returns>
    public bool TrySet(int series, long? value)
    {
        if (!_byNumber.TryGetValue(series, out Series? one))
            return false;
        one.Now = value;
        return true;
    }

    /// <summary>Writes a row of each figure that is known, and of each that was known until now.</summary>
    /// <param name="tsNs">When they were read, on the clock of the log.</param>
    /// <param name="startNs">Start of the recording on that clock.</param>
    public void EndReading(long tsNs, long startNs)
    {
        foreach (Series one in _all)
        {
            if (one.IsCounter)
                Count(one, tsNs, startNs);
            else if (one.Now is not null || one.Before is not null)
                Add(one, tsNs - startNs, null, one.Now);
            (one.Before, one.BeforeNs) = (one.Now, tsNs);
        }
    }

    /// <summary>Hands on the rest.</summary>
    public void Flush() => _rows.Flush();

    private void Count(Series one, long tsNs, long startNs)
    {
        // There is no time between where it is the first reading.
        if (one.Before is not { } before)
            return;
        long span = tsNs - one.BeforeNs;
        long? increase = one.Now is { } now && span > 0 ? Increase(before, now, one.WrapsAt) : null;
        Add(one, tsNs - startNs, increase is null ? null : span, increase);
    }

    // One that wraps lost no more than half of its range within a reading; whatever fell by more began anew.
    private static long? Increase(long before, long now, long? wrapsAt) =>
        now >= before ? now - before
        : wrapsAt is { } range && before < range && range - before + now < range / 2 ? range - before + now
        : null;

    private void Add(Series one, long tsNs, long? spanNs, long? value) =>
        _rows.Add(new MachineSampleRow(one.Topic, one.Item, one.Name, one.Kind, tsNs, spanNs, value));

    private sealed class Series(TextId topic, TextId item, TextId name, TextId kind, bool isCounter, long? wrapsAt)
    {
        public TextId Topic { get; } = topic;

        public TextId Item { get; } = item;

        public TextId Name { get; } = name;

        public TextId Kind { get; } = kind;

        public bool IsCounter { get; } = isCounter;

        public long? WrapsAt { get; } = wrapsAt;

        public long? Now { get; set; }

        public long? Before { get; set; }

        public long BeforeNs { get; set; }
    }
}
