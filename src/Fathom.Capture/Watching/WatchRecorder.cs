using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb.Native;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Watching;

/// <summary>
/// Keeps what a watch sees as a recording. What was seen so far is committed as the watch goes on, so that a killed watch leaves a recording that is
/// readable and marked incomplete.
/// </summary>
/// <param name="writer">The recording; it is closed here and disposed of by the caller.</param>
/// <param name="metrics">Names of the metrics, in the order of the values.</param>
/// <param name="said">Told when the recording cannot be written for now, and when it can again.</param>
public sealed class WatchRecorder(RecordingWriter writer, IReadOnlyList<string> metrics, Action<string> said) : IWatchObserver
{
    // Few parts, and little to lose: a minute at first, later a fiftieth of the time, ten minutes at most.
    private const long LeastNs = 60_000_000_000;
    private const long MostNs = 10 * LeastNs;
    private const int Share = 50;

    // Rows are sorted and encoded in memory, so few at once keep the peak low.
    private const int MostRows = 32_000;

    // What waits for a full disk to be freed: some 10 MB.
    private const int MostWaiting = 256 * 1024;

    private readonly TextId[] _metrics = [.. metrics.Select(metric => writer.Ids.Text(metric))];
    private readonly TextId _count = writer.Ids.Text("count");
    private readonly TextId _sizeBytes = writer.Ids.Text("size_bytes");
    private readonly List<ManifestTarget> _targets = [];
    private readonly List<ProcessRow> _processes = [];
    private readonly List<MemorySampleRow> _waiting = [];
    private readonly OwnPages _pages = Pages();
    private FathomException? _failure;
    private string? _warning;
    private long? _triedNs;
    private long _values;
    private long _dropped;

    /// <inheritdoc/>
    public void Began(WatchedProcess process)
    {
        _processes.Add(process.Facts.ToRow(process.ProcessId, writer.Ids));
        _targets.Add(new ManifestTarget(process.Facts.Pid, process.Facts.Name, process.Facts.CommandLine));
        writer.Describe(manifest => manifest with { Targets = [.. _targets] });
    }

    /// <inheritdoc/>
    public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
    {
        for (int i = 0; i < _metrics.Length; i++)
        {
            if (double.IsFinite(values[i]))
                Add(new MemorySampleRow(process.ProcessId, tsNs, _metrics[i], TextId.None, TextId.None, values[i]));
        }
    }

    /// <inheritdoc/>
    public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
    {
        foreach (TypeCount count in types)
        {
            TextId type = writer.Ids.Text(count.Type);
            Add(new MemorySampleRow(process.ProcessId, tsNs, _count, type, TextId.None, count.Count));
            Add(new MemorySampleRow(process.ProcessId, tsNs, _sizeBytes, type, TextId.None, count.SizeBytes));
        }
    }

    /// <inheritdoc/>
    public void Ended(WatchedProcess process, long tsNs, string why)
    {
        // Its rows end; the process table needs no more.
    }

    /// <inheritdoc/>
    public void RoundEnded(long tsNs)
    {
        // The first round at once: a recording that begins is there to be read, and the engine opens while little else is in memory.
        bool isDue = _triedNs is not { } before || tsNs - before >= Math.Clamp(tsNs / Share, LeastNs, MostNs) || (_failure is null && _waiting.Count >= MostRows);
        if (!isDue)
            return;
        // What cannot be written at all ends the watch before it has begun; a disk that fills up later does not.
        bool isFirst = _triedNs is null;
        _triedNs = tsNs;
        FathomException? failure = Commit(_waiting.Count, complete: false);
        if (isFirst && failure is not null)
            throw failure;
        if (failure is not null && _failure is null)
            said($"the recording cannot be written at present; samples are kept in memory and writing is retried: {failure.Message}");
        else if (failure is null && _failure is not null)
            said("the recording is written again");
        _failure = failure;
    }

    /// <summary>Closes the recording. Where not all of it can be written, it keeps what there is room for, in the order of time.</summary>
    /// <returns>What is missing in it and why, in one sentence; null when nothing is.</returns>
    public string? Close()
    {
        FathomException? reason = _dropped > 0 ? _failure : Commit(_waiting.Count, complete: true);
        return reason is null && _dropped == 0 ? null : Rest(reason);
    }

    private void Add(in MemorySampleRow row)
    {
        _values++;
        if (_waiting.Count < MostWaiting)
            _waiting.Add(row);
        else
            _dropped++;
    }

    // The room that was kept for this moment takes the samples of hours; where it does not, the disk may have room for a part.
    private string? Rest(FathomException? reason)
    {
        writer.ReleaseReserve();
        if (_dropped == 0 && (reason = Commit(_waiting.Count, complete: true)) is null)
            return null;
        int count = _waiting.Count;
        do
        {
            int some = Math.Min(count, _waiting.Count);
            Warn(Missing(_waiting.Count - some, reason));
            reason = Commit(some, complete: false) ?? reason;
            count /= 2;
        }
        while (count > 0 && _waiting.Count > 0);
        return Missing(_waiting.Count, reason);
    }

    private string Missing(int waiting, FathomException? reason) => string.Create(
        CultureInfo.InvariantCulture, $"{_dropped + waiting} of {_values} values are missing in the recording: {reason?.Message ?? "the disk was full for too long"}");

    // A commit says what is missing if no other one follows.
    private void Warn(string warning)
    {
        string? before = _warning;
        _warning = warning;
        writer.Describe(manifest => manifest with { Warnings = [.. manifest.Warnings.Where(known => known != before), warning] });
    }

    // The engine's library is loaded first, so that it is among the files that are known.
    private static OwnPages Pages()
    {
        DuckDbLibrary.Load();
        return new OwnPages();
    }

    // The engine needs some 30 MB of its library for a moment, and the rest of the program nothing meanwhile.
    private FathomException? Commit(int count, bool complete)
    {
        _pages.Release();
        try
        {
            writer.Write<ProcessRow>(CollectionsMarshal.AsSpan(_processes));
            writer.Write<MemorySampleRow>(CollectionsMarshal.AsSpan(_waiting)[..count]);
            writer.Commit(complete);
        }
        catch (FathomException reason)
        {
            writer.RollBack();
            return reason;
        }
        finally
        {
            _pages.Release();
        }

        _processes.Clear();
        _waiting.RemoveRange(0, count);
        return null;
    }
}
