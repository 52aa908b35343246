using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes page faults.</summary>
/// <remarks>
/// What is read from a file is told when it was read, with the file and its begin. The kernel has another event for the same fault, which
/// counts
/// only where a trace has none of the former.
/// </remarks>
internal sealed class WindowsFaultTable : EventTable
{
    private const long MostNs = 3_600_000_000_000;

    private readonly TracedMoment _now;
    private readonly EtlTrace _trace;
    private readonly WindowsPaths _paths;
    private readonly RowBatch<PageFaultRow> _rows;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="trace">Tells names of files.</param>
    /// <param name="paths">Gives paths their drives.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsFaultTable(TracedMoment now, EtlTrace trace, WindowsPaths paths, IRecordingSink sink)
    {
        (_now, _trace, _paths, _rows) = (now, trace, paths, new(sink));
        TextId hard = sink.Ids.Text("hard");
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.HardFault => (in NetTraceEvent at) => OnFault(in at, hard, isRead: true),
            KernelHook.HardPageFault when !trace.HasHardFaults => (in NetTraceEvent at) => OnFault(in at, hard, isRead: false),
            >= KernelHook.TransitionFault and <= KernelHook.AccessViolation and not KernelHook.HardPageFault =>
                Soft(sink.Ids.Text(NameOf(hook))),
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Faults that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Those that read a file whose name the trace does not tell.</summary>
    public long Nameless { get; private set; }

    /// <summary>Those whose thread the trace does not tell.</summary>
    public long OfNobody { get; private set; }

    /// <summary>Faults whose fields make no sense; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private EventReaction Soft(TextId kind) => (in NetTraceEvent at) => OnFault(in at, kind, isRead: false);

    private void OnFault(in NetTraceEvent at, TextId kind, bool isRead)
    {
        FaultFields fields = FaultFields.Read(at.Payload, at.Trace.PointerSize, isRead);
        if (!fields.IsWhole || fields.Offset < 0)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        // Some systems do not tell when it began.
        long? begun = fields.BeginTicks > 0 ? _trace.Clock.Nanoseconds(fields.BeginTicks) - _now.OriginNs : null;
        if (begun > _now.Ns || begun < _now.Ns - MostNs)
            begun = null;
        long startNs = Math.Max(0, begun ?? _now.Ns);
        string? name = isRead ? _trace.FileNames.Find(fields.File, at.Header.Ticks) : null;
        _rows.Add(new PageFaultRow(
            _now.ProcessNumber, _now.ThreadNumber, startNs, begun is null ? null : _now.Ns - startNs, kind, _paths.Of(name),
            isRead ? fields.Offset : null, isRead ? fields.Size : null, fields.Address, 1, _now.Stack));
        Count++;
        Nameless += isRead && name is null ? 1 : 0;
        OfNobody += _now.ThreadNumber == 0 ? 1 : 0;
    }

    private static string NameOf(int hook) => hook switch
    {
        KernelHook.TransitionFault => "transition",
        KernelHook.DemandZeroFault => "demand zero",
        KernelHook.CopyOnWrite => "copy on write",
        KernelHook.GuardPageFault => "guard page",
        _ => "access violation",
    };
}
