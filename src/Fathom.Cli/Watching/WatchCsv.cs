using Fathom.Capture.Watching;
using Fathom.Model.Results;
using Fathom.Render.Output;

namespace Fathom.Cli.Watching;

/// <summary>Adds the samples of a watch to a CSV file, each at once.</summary>
/// <param name="file">The file.</param>
/// <param name="metrics">Names of the metrics, in the order of the values.</param>
/// <param name="start">The time of time stamp 0.</param>
/// <param name="context">The label context.</param>
/// <param name="stop">Ends waiting for another process that writes the file.</param>
internal sealed class WatchCsv(string file, IReadOnlyList<string> metrics, DateTimeOffset start, string? context, CancellationToken stop) : IWatchObserver
{
    private const double NsPerSecond = 1e9;

    private readonly List<Cell[]> _rows = [];

    /// <summary>The columns behind those of every snapshot.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("ts_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("metric", CellKind.Text),
        new("item", CellKind.Text),
        new("value", CellKind.Real),
    ])
    { IsSnapshot = true };

    /// <summary>Rows written.</summary>
    public long RowCount { get; private set; }

    public void Began(WatchedProcess process)
    {
        // The rows say whose they are.
    }

    public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (double.IsFinite(values[i]))
                _rows.Add([Cell.Of(tsNs), Cell.Of(metrics[i]), default, Cell.Of(values[i])]);
        }

        Write(process, tsNs);
    }

    public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
    {
        foreach (TypeCount type in types)
        {
            _rows.Add([Cell.Of(tsNs), Cell.Of("count"), Cell.Of(type.Type), Cell.Of((double)type.Count)]);
            _rows.Add([Cell.Of(tsNs), Cell.Of("size_bytes"), Cell.Of(type.Type), Cell.Of((double)type.SizeBytes)]);
        }

        Write(process, tsNs);
    }

    public void Ended(WatchedProcess process, long tsNs)
    {
        // Its rows end.
    }

    public void RoundEnded(long tsNs)
    {
        // Each process's rows are written already.
    }

    private void Write(WatchedProcess process, long tsNs)
    {
        TrendContext trend = new(
            start.AddTicks(tsNs / TimeSpan.NanosecondsPerTick),
            process.Facts.Pid,
            process.Facts.Name,
            process.Facts.CommandLine,
            Math.Round((process.AgeAtStartNs + tsNs) / NsPerSecond, 3),
            context);
        CsvAppend.Write(file, new ResultTable(Shape.Columns, _rows), trend, stop);
        RowCount += _rows.Count;
        _rows.Clear();
    }
}
