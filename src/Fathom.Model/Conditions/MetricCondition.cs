using System.Globalization;
using Fathom.Model.Metrics;
using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>A condition about the metrics of a process, such as <c>rss_bytes=2GiB..,threads=200..</c>: the columns are the names of the metrics.</summary>
public sealed class MetricCondition
{
    private readonly (CellTest Test, ProcessMetric Metric)[] _tests;

    private MetricCondition(string text, (CellTest Test, ProcessMetric Metric)[] tests)
    {
        Text = text;
        _tests = tests;
    }

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The metrics that it needs.</summary>
    public IEnumerable<ProcessMetric> Metrics => _tests.Select(static test => test.Metric);

    /// <summary>The program's own metrics that conditions are about.</summary>
    /// <exception cref="FathomException">A name is none (<see cref="ExitCode.Usage"/>).</exception>
    public static IEnumerable<OwnMetric> Own(IEnumerable<Condition> conditions) =>
        from condition in conditions
        from part in condition.Parts
        where OwnMetric.Is(part.Column)
        select OwnMetric.Parse(part.Column, condition.Where);

    /// <summary>Binds a condition to the metrics that there are.</summary>
    /// <param name="condition">As it was read.</param>
    /// <param name="metrics">Those that every process has, and the program's own that were asked for.</param>
    /// <exception cref="FathomException">A name that is no metric, or a value that is no range (<see cref="ExitCode.Usage"/>).</exception>
    public static MetricCondition Bind(Condition condition, MetricSet metrics)
    {
        List<(CellTest, ProcessMetric)> tests = [];
        foreach (ConditionPart part in condition.Parts)
        {
            if (part.Row is not null)
                throw FathomException.Usage($"'{part.Name}' {condition.Where} is not a condition on a single sample.", $"write {part.Column}={part.Value}");
            ProcessMetric metric = metrics.Find(part.Column, condition.Where);
            tests.Add((new CellTest(part, metric.Column, condition.Where), metric));
        }

        return new MetricCondition(condition.Text, [.. tests]);
    }

    /// <summary>Whether a sample meets it; a value that is not known meets nothing.</summary>
    /// <param name="values">One value per <see cref="ProcessMetric"/>.</param>
    public bool Holds(ReadOnlySpan<double> values)
    {
        foreach ((CellTest test, ProcessMetric metric) in _tests)
        {
            if (!test.Holds(Cell.Of(values[metric.Place])))
                return false;
        }

        return true;
    }

    /// <summary>The values that were looked at, in base units: "rss_bytes=2147483648".</summary>
    public string Evidence(ReadOnlySpan<double> values)
    {
        List<string> all = [];
        foreach ((_, ProcessMetric metric) in _tests)
            all.Add(string.Create(CultureInfo.InvariantCulture, $"{metric.Name}={Math.Round(values[metric.Place], 1)}"));
        return string.Join(", ", all);
    }
}
