using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Watching;

/// <summary>
/// Keeps what a watch sees as a recording. What was seen so far is committed as the watch goes on, so that a killed watch leaves a recording that is
/// readable and marked incomplete.
/// </summary>
/// <param name="writer">The recording; it is closed here and disposed of by the caller.</param>
/// <param name="metrics">Names of the metrics, in the order of the values.</param>
public sealed class WatchRecorder(RecordingWriter writer, IReadOnlyList<string> metrics) : IWatchObserver
{
    // Few parts, and little to lose: a minute at first, later a fiftieth of the time, ten minutes at most.
    private const long LeastNs = 60_000_000_000;
    private const long MostNs = 10 * LeastNs;
    private const int Share = 50;

    // Rows are sorted and encoded in memory, so few at once keep the peak low.
    private const int MostRows = 32_000;

    private readonly TextId[] _metrics = [.. metrics.Select(metric => writer.Ids.Text(metric))];
    private readonly MemorySampleRow[] _rows = new MemorySampleRow[metrics.Count];
    private readonly TextId _count = writer.Ids.Text("count");
    private readonly TextId _sizeBytes = writer.Ids.Text("size_bytes");
    private readonly List<ManifestTarget> _targets = [];
    private readonly OwnPages _pages = Pages();
    private long? _committedNs;
    private int _waiting;

    /// <inheritdoc/>
    public void Began(WatchedProcess process)
    {
        ProcessRow row = process.Facts.ToRow(process.ProcessId, writer.Ids);
        writer.Write(new ReadOnlySpan<ProcessRow>(in row));
        _targets.Add(new ManifestTarget(process.Facts.Pid, process.Facts.Name, process.Facts.CommandLine));
        writer.Describe(manifest => manifest with { Targets = [.. _targets] });
    }

    /// <inheritdoc/>
    public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
    {
        int count = 0;
        for (int i = 0; i < _metrics.Length; i++)
        {
            if (double.IsFinite(values[i]))
                _rows[count++] = new MemorySampleRow(process.ProcessId, tsNs, _metrics[i], TextId.None, TextId.None, values[i]);
        }

        writer.Write<MemorySampleRow>(_rows.AsSpan(0, count));
        _waiting += count;
    }

    /// <inheritdoc/>
    public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
    {
        MemorySampleRow[] rows = new MemorySampleRow[types.Count * 2];
        for (int i = 0; i < types.Count; i++)
        {
            TextId type = writer.Ids.Text(types[i].Type);
            rows[2 * i] = new MemorySampleRow(process.ProcessId, tsNs, _count, type, TextId.None, types[i].Count);
            rows[(2 * i) + 1] = new MemorySampleRow(process.ProcessId, tsNs, _sizeBytes, type, TextId.None, types[i].SizeBytes);
        }

        writer.Write<MemorySampleRow>(rows);
        _waiting += rows.Length;
    }

    /// <inheritdoc/>
    public void Ended(WatchedProcess process, long tsNs)
    {
        // Its rows end; the process table needs no more.
    }

    /// <inheritdoc/>
    public void RoundEnded(long tsNs)
    {
        // The first round at once: a recording that begins is there to be read, and the engine opens while little else is in memory.
        if (_committedNs is { } before && _waiting < MostRows && tsNs - before < Math.Clamp(tsNs / Share, LeastNs, MostNs))
            return;
        Commit(complete: false);
        (_committedNs, _waiting) = (tsNs, 0);
    }

    /// <summary>Closes the recording.</summary>
    /// <exception cref="Fathom.Model.FathomException">It cannot be written.</exception>
    public void Close() => Commit(complete: true);

    // The engine's library is loaded first, so that it is among the files that are known.
    private static OwnPages Pages()
    {
        DuckDbLibrary.Load();
        return new OwnPages();
    }

    // The engine needs some 30 MB of its library for a moment, and the rest of the program nothing meanwhile.
    private void Commit(bool complete)
    {
        _pages.Release();
        writer.Commit(complete);
        _pages.Release();
    }
}
