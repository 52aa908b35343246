namespace Fathom.Query.Trends;

/// <summary>The points of one process, or of all processes of one name.</summary>
/// <param name="subject">Who it is.</param>
internal sealed class TrendGroup(TrendSubject subject)
{
    private readonly Dictionary<(string Metric, string? Item), List<(double At, double Value)>> _values = [];
    private readonly SortedSet<double> _looks = [];
    private (double At, TrendProcess Process)? _first;
    private (double At, TrendProcess Process)? _last;

    /// <summary>Whether there is no value.</summary>
    public bool IsEmpty => _values.Count == 0;

    /// <summary>Adds a value.</summary>
    public void Add(TrendProcess process, string metric, string? item, double at, double value)
    {
        if (_first is not { } first || at < first.At)
            _first = (at, process);
        if (_last is not { } last || at > last.At)
            _last = (at, process);
        if (item is not null)
            _looks.Add(at);
        if (!_values.TryGetValue((metric, item), out List<(double, double)>? values))
            _values.Add((metric, item), values = []);
        values.Add((at, value));
    }

    /// <summary>The series. An item that a look does not name had nothing then.</summary>
    public IEnumerable<TrendLine> Lines()
    {
        foreach (((string metric, string? item), List<(double At, double Value)> values) in _values)
        {
            TrendLine line = new(subject, metric, item);
            if (item is not null && values.Count < _looks.Count)
            {
                HashSet<double> named = [.. values.Select(static value => value.At)];
                values.AddRange(_looks.Where(look => !named.Contains(look)).Select(static look => (look, 0.0)));
            }

            values.Sort(static (a, b) => a.At.CompareTo(b.At));
            foreach ((double at, double value) in values)
                line.Series.Add(at, value);
            yield return line;
        }
    }

    /// <summary>What its metrics say about the growth of each other.</summary>
    public ProcessSigns Signs() => ProcessSigns.Of(metric => _values.TryGetValue((metric, null), out List<(double At, double Value)>? values)
        ? (values.MinBy(static value => value.At).Value, values.MaxBy(static value => value.At).Value, values.Max(static value => value.Value))
        : null);

    /// <summary>Why first and last point are not of the same thing; empty where they are.</summary>
    public IEnumerable<string> Differences()
    {
        if (_first is not { Process: var first } || _last is not { Process: var last } || first == last)
            yield break;
        (string What, string? Before, string? After)[] facts =
        [
            ("processes", first.Pid?.ToString(System.Globalization.CultureInfo.InvariantCulture), last.Pid?.ToString(System.Globalization.CultureInfo.InvariantCulture)),
            ("arguments", first.CommandLine, last.CommandLine),
            ("runtimes", first.RuntimeVersion, last.RuntimeVersion),
            ("machines", first.Host, last.Host),
        ];
        foreach ((string what, string? before, string? after) in facts)
        {
            if (before != after)
                yield return $"first and last point of {subject.Name ?? "the process"} are of different {what}: '{before ?? "unknown"}' and '{after ?? "unknown"}'";
        }
    }
}
