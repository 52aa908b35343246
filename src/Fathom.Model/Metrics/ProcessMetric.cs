using Fathom.Model.Results;

namespace Fathom.Model.Metrics;

/// <summary>A figure of a running process that can be read again and again: one of <see cref="MetricCatalog"/>, or one of a <see cref="MetricSet"/> that the program tells itself.</summary>
public sealed class ProcessMetric
{
    internal ProcessMetric(int place, ResultColumn column, MetricOrigin origin, MetricCost cost) => (Place, Column, Origin, Cost) = (place, column, origin, cost);

    /// <summary>Its place among the values of a sample.</summary>
    public int Place { get; }

    /// <summary>Its column: name and unit.</summary>
    public ResultColumn Column { get; }

    /// <summary>Where it is read.</summary>
    public MetricOrigin Origin { get; }

    /// <summary>What reading it costs.</summary>
    public MetricCost Cost { get; }

    /// <summary>Its name, with the unit in it: for the columns of rows, conditions and triggers alike.</summary>
    public string Name => Column.Name;

    /// <summary>What a file that has many calls it; null where it is not one of many.</summary>
    public string? Key { get; init; }

    /// <summary>The figure of the runtime's own that it is where an event session runs; null where the runtime does not tell it.</summary>
    public RuntimeMetric? Told { get; init; }

    /// <summary>Which of the program's own it is; null for those that every process has.</summary>
    public OwnMetric? Own { get; init; }

    /// <inheritdoc/>
    public override string ToString() => Name;
}
