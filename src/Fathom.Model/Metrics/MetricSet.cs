using Fathom.Model.Results;

namespace Fathom.Model.Metrics;

/// <summary>The metrics of one watch or one trigger: all of <see cref="MetricCatalog"/>, and behind them those of the program's own that were asked for.</summary>
public sealed class MetricSet
{
    /// <summary>Takes those of the program's own, each once.</summary>
    public MetricSet(IEnumerable<OwnMetric> own)
    {
        List<ProcessMetric> all = [.. MetricCatalog.All];
        foreach (OwnMetric one in own.DistinctBy(static one => one.Name))
        {
            ResultColumn column = new(one.Name, CellKind.Real, ColumnUnits.Of(one.Name, CellKind.Real));
            all.Add(new ProcessMetric(all.Count, column, MetricOrigin.Own, MetricCost.Small) { Own = one });
        }

        All = all;
        Columns = [.. all.Select(static metric => metric.Column)];
        Names = [.. all.Select(static metric => metric.Name)];
        Own = [.. all.Skip(MetricCatalog.Count)];
    }

    /// <summary>All, in the order of the values of a sample.</summary>
    public IReadOnlyList<ProcessMetric> All { get; }

    /// <summary>One column per metric, in that order.</summary>
    public IReadOnlyList<ResultColumn> Columns { get; }

    /// <summary>The names, in that order.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <summary>Those of the program's own.</summary>
    public IReadOnlyList<ProcessMetric> Own { get; }

    /// <summary>The metric of a name, of those that triggers know.</summary>
    /// <param name="name">The name as the user wrote it.</param>
    /// <param name="where">Where it was written, for the message.</param>
    /// <exception cref="FathomException">There is none (<see cref="ExitCode.Usage"/>).</exception>
    public ProcessMetric Find(string name, string where) => Own.FirstOrDefault(metric => metric.Name == name) ?? MetricCatalog.Find(name, where);
}
