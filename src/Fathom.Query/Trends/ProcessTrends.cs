namespace Fathom.Query.Trends;

/// <summary>The series of one process.</summary>
public sealed class ProcessTrends
{
    private readonly TrendLine[] _metrics;
    private readonly List<TrendLine> _items = [];
    private readonly Dictionary<(string Item, string Metric), TrendLine> _index = [];
    private double _look = double.NaN;
    private double _lookBefore = double.NaN;

    /// <summary>Begins without values.</summary>
    internal ProcessTrends(TrendSubject subject, IReadOnlyList<string> metrics)
    {
        Subject = subject;
        _metrics = [.. metrics.Select(metric => new TrendLine(subject, metric, null))];
    }

    /// <summary>The process whose series these are.</summary>
    public TrendSubject Subject { get; }

    /// <summary>Types that were not followed because there are too many.</summary>
    public int ItemsLeftOut { get; private set; }

    /// <summary>All series: those of the process, then those of its types, the largest first.</summary>
    public IEnumerable<TrendLine> Lines => _metrics.Concat(_items.OrderByDescending(static line => line.Series.Last));

    /// <summary>The series of a metric of the whole process, or null.</summary>
    public TrendLine? Find(string metric) => Array.Find(_metrics, line => line.Metric == metric);

    /// <summary>Adds a sample.</summary>
    /// <param name="hours">When it was taken.</param>
    /// <param name="values">One value per metric; "not a number" where there is none.</param>
    public void Add(double hours, ReadOnlySpan<double> values)
    {
        for (int i = 0; i < _metrics.Length; i++)
            _metrics[i].Series.Add(hours, values[i]);
    }

    /// <summary>Begins a look at all types.</summary>
    /// <param name="hours">When it was taken.</param>
    public void BeginLook(double hours)
    {
        (_lookBefore, _look) = (_look, hours);
        ItemsLeftOut = 0;
    }

    /// <summary>Adds the value of a type at the look that was begun.</summary>
    /// <param name="item">Name of the type.</param>
    /// <param name="metric">The metric.</param>
    /// <param name="value">The value.</param>
    public void AddItem(string item, string metric, double value)
    {
        if (!_index.TryGetValue((item, metric), out TrendLine? line))
        {
            if (_items.Count >= TrendBook.MaxItems)
            {
                ItemsLeftOut++;
                return;
            }

            line = new TrendLine(Subject, metric, item);
            _index.Add((item, metric), line);
            _items.Add(line);
            // It was not there before.
            line.Series.Add(_lookBefore, 0);
        }

        line.Series.Add(_look, value);
    }

    /// <summary>Ends the look: types that it did not name are gone.</summary>
    public void EndLook()
    {
        foreach (TrendLine line in _items)
        {
            if (line.Series.LastTime != _look)
                line.Series.Add(_look, 0);
        }
    }

    /// <summary>What its metrics say about the growth of each other.</summary>
    internal ProcessSigns Signs() => ProcessSigns.Of(metric => Find(metric) is { Series: { Samples: > 0 } series } ? (series.First, series.Last, series.Highest) : null);
}
