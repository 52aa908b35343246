using System.Globalization;
using Fathom.Capture.Watching;
using Fathom.Model.Results;
using Fathom.Render.Output;

namespace Fathom.Cli.Commands.Watch;

/// <summary>Adds the samples of a watch to a CSV file, each at once.</summary>
/// <param name="file">Path of the file.</param>
/// <param name="metrics">Names of the metrics, in the order of the values.</param>
/// <param name="start">The time of time stamp 0.</param>
/// <param name="context">The label context.</param>
/// <param name="said">Told when the file cannot be written for now, and when it can again.</param>
/// <param name="stop">Ends waiting for another process that writes the file.</param>
internal sealed class WatchCsv(string file, IReadOnlyList<string> metrics, DateTimeOffset start, string? context, Action<string> said, CancellationToken stop) : IWatchObserver
{
    // Rows that wait for a full disk to be freed: some 10 MB.
    private const int MostWaiting = 50_000;

    private const double NsPerSecond = 1e9;

    private readonly List<Cell[]> _rows = [];
    private readonly Queue<(ResultTable Rows, TrendContext Trend)> _waiting = [];
    private FathomException? _failure;
    private bool _isRefused;
    private int _waitingRows;
    private long _dropped;

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

    public void Ended(WatchedProcess process, long tsNs, string why)
    {
        // Its rows end.
    }

    public void RoundEnded(long tsNs)
    {
        // Each process's rows are written already.
    }

    /// <summary>Tries a last time to write what waits.</summary>
    /// <returns>What is missing in the file and why, in one sentence; null when nothing is.</returns>
    public string? Close()
    {
        Drain();
        return _waitingRows + _dropped == 0
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"{_waitingRows + _dropped} of {RowCount + _waitingRows + _dropped} samples are missing in '{file}': {_failure?.Message}");
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
        if (_waitingRows >= MostWaiting)
        {
            _dropped += _rows.Count;
        }
        else
        {
            _waiting.Enqueue((new ResultTable(Shape.Columns, [.. _rows]), trend));
            _waitingRows += _rows.Count;
        }

        _rows.Clear();
        Drain();
    }

    // In the order in which they were taken. What cannot be written at all ends the watch before it has begun; a disk that fills up later does not.
    private void Drain()
    {
        while (_waiting.TryPeek(out (ResultTable Rows, TrendContext Trend) next))
        {
            try
            {
                CsvAppend.Write(file, next.Rows, next.Trend, stop);
            }
            catch (FathomException reason) when (RowCount > 0)
            {
                if (!_isRefused)
                    said($"the samples cannot be written at present; they are kept in memory and writing is retried: {reason.Message}");
                (_failure, _isRefused) = (reason, true);
                return;
            }

            RowCount += next.Rows.Rows.Count;
            _waitingRows -= next.Rows.Rows.Count;
            _waiting.Dequeue();
        }

        if (_isRefused)
            said("the samples are written again");
        _isRefused = false;
    }
}
