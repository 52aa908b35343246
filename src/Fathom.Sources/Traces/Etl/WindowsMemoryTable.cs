using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Windows;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what programs took of their address space, and gave back.</summary>
internal sealed class WindowsMemoryTable : EventTable
{
    private const uint Commit = 0x1000;
    private const uint Reserve = 0x2000;
    private const uint Decommit = 0x4000;
    private const uint Release = 0x8000;

    private readonly TracedMoment _now;
    private readonly TracedProcesses _processes;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<VirtualMemoryRow> _rows;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="processes">The processes.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsMemoryTable(TracedMoment now, TracedProcesses processes, IRecordingSink sink)
    {
        (_now, _processes, _sink, _rows) = (now, processes, sink, new(sink));
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.VirtualAlloc => (in NetTraceEvent at) => On(in at, isFree: false),
            KernelHook.VirtualFree => (in NetTraceEvent at) => On(in at, isFree: true),
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Calls that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Calls whose fields are too short, or make no sense; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    // P address, P size, u32 process, u32 flags.
    private void On(in NetTraceEvent at, bool isFree)
    {
        PayloadReader fields = at.Fields();
        (ulong address, ulong size, uint pid, uint flags) = (fields.Pointer(), fields.Pointer(), fields.UInt32(), fields.UInt32());
        if (fields.IsShort || size > long.MaxValue)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        // A thread may take address space of another process, as one that starts it does.
        _now.Process = _processes.Of(pid);
        uint owner = _now.ProcessNumber;
        _now.Process = _processes.Of(at.ProcessId);
        _rows.Add(new VirtualMemoryRow(
            _now.Ns, owner, _now.ThreadNumber, _sink.Ids.Text(OperationOf(flags, isFree)), address, (long)size, flags, _now.Stack));
        Count++;
    }

    private static string OperationOf(uint flags, bool isFree) => isFree
        ? (flags & (Decommit | Release)) switch { Decommit => "decommit", Release => "release", _ => "free" }
        : (flags & (Commit | Reserve)) switch
        {
            Commit => "commit",
            Reserve => "reserve",
            Commit | Reserve => "reserve and commit",
            _ => "alloc",
        };
}
