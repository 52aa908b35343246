using System.Runtime.InteropServices;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Subjects;

/// <summary>Keeps what a manifest says of traces: the clock of the first one, and names of processes. It sees the rows that pass into a recording.</summary>
/// <param name="inner">Gets the rows.</param>
internal sealed class PassingFacts(IRecordingSink inner) : PassingSink(inner)
{
    private readonly Dictionary<int, TextId> _names = [];
    private TraceRow _first;

    /// <summary>The clock of the recording; null where no trace tells when its first time stamp was.</summary>
    public ManifestClock? Clock => _first.StartUnixNs is { } startNs
        ? new ManifestClock(Ids.Resolve(_first.Clock), DateTimeOffset.UnixEpoch.AddTicks(startNs / TimeSpan.NanosecondsPerTick), null)
        : null;

    /// <summary>Processes that a recording is about: those of them that it knows, under their last names.</summary>
    /// <param name="processIds">Their numbers (pids).</param>
    public IEnumerable<ManifestTarget> Targets(IEnumerable<int> processIds) =>
        from pid in processIds where _names.ContainsKey(pid) select new ManifestTarget(pid, Ids.Resolve(_names[pid]), null);

    /// <summary>The process, where a trace is of one alone; null where it is of others.</summary>
    public ManifestTarget? Only => _names.Count == 1 && _first.TraceId != 0 ? Targets(_names.Keys).Single() : null;

    /// <inheritdoc/>
    public override IRecordingSink Fork() => Inner.Fork();

    /// <inheritdoc/>
    public override void Write<T>(ReadOnlySpan<T> rows)
    {
        if (typeof(T) == typeof(TraceRow))
            Keep(MemoryMarshal.Cast<T, TraceRow>(rows));
        else if (typeof(T) == typeof(ProcessRow))
            Keep(MemoryMarshal.Cast<T, ProcessRow>(rows));
        Inner.Write(rows);
    }

    private void Keep(ReadOnlySpan<TraceRow> rows)
    {
        foreach (ref readonly TraceRow row in rows)
        {
            if (_first.TraceId == 0 || row.TraceId < _first.TraceId)
                _first = row;
        }
    }

    private void Keep(ReadOnlySpan<ProcessRow> rows)
    {
        foreach (ref readonly ProcessRow row in rows)
            _names[row.Pid] = row.Name;
    }
}
