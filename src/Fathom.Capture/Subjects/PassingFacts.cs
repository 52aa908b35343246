using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Model.Machine;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Subjects;

/// <summary>Keeps what a manifest says of traces: the clock of the first one, and names of processes. It sees the rows that pass into a recording.</summary>
/// <param name="inner">Gets the rows.</param>
internal sealed class PassingFacts(IRecordingSink inner) : PassingSink(inner)
{
    private readonly Dictionary<int, TextId> _names = [];
    private TraceRow _first;
    private int _processors;
    private long _memoryBytes;

    /// <summary>The clock of the recording; null where no trace tells when its first time stamp was.</summary>
    public ManifestClock? Clock => _first.StartUnixNs is { } startNs
        ? new ManifestClock(Ids.Resolve(_first.Clock), DateTimeOffset.UnixEpoch.AddTicks(startNs / TimeSpan.NanosecondsPerTick), null)
        : null;

    /// <summary>
    /// A manifest that tells of the machine and the time of a trace of Windows, which are never those that read it; the same one where the trace
    /// is of another system.
    /// </summary>
    public Manifest OfTraced(Manifest manifest) => Text(_first.Format) != TraceFacts.WindowsFormat ? manifest : manifest with
    {
        Machine = new ManifestMachine(
            Text(_first.Machine), Text(_first.Kernel), "", Text(_first.Architecture), _processors, _memoryBytes),
        CreatedUtc = Clock?.UtcAtZero ?? manifest.CreatedUtc,
    };

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
        else if (typeof(T) == typeof(MachineFactRow))
            Keep(MemoryMarshal.Cast<T, MachineFactRow>(rows));
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

    private void Keep(ReadOnlySpan<MachineFactRow> rows)
    {
        foreach (ref readonly MachineFactRow row in rows)
        {
            switch (Text(row.Topic), Text(row.Fact))
            {
                case (FactTopics.Processor, "processors"):
                    int.TryParse(Text(row.Value), CultureInfo.InvariantCulture, out _processors);
                    break;
                case (FactTopics.Memory, "size_bytes"):
                    long.TryParse(Text(row.Value), CultureInfo.InvariantCulture, out _memoryBytes);
                    break;
                default:
                    break;
            }
        }
    }

    private string Text(TextId id) => id.HasValue ? Ids.Resolve(id) : "";

    private void Keep(ReadOnlySpan<ProcessRow> rows)
    {
        foreach (ref readonly ProcessRow row in rows)
            _names[row.Pid] = row.Name;
    }
}
