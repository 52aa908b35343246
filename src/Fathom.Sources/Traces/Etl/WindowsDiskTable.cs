using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what was asked of disks.</summary>
/// <remarks>
/// The event at the end of a request tells how long it took; that at its begin has who asked. A disk is taken to work on one request at a
/// time, in the order of their ends, as other tools for these traces do.
/// </remarks>
internal sealed class WindowsDiskTable : EventTable
{
    private const int MostAsked = 1 << 16;
    private const long MostSeconds = 3600;
    private const long Nanoseconds = 1_000_000_000;

    private static readonly string?[] s_priorities = [null, "very low", "low", "normal", "high", "critical"];

    private readonly TracedMoment _now;
    private readonly EtlTrace _trace;
    private readonly WindowsPaths _paths;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<DiskIoRow> _rows;
    private readonly Dictionary<ulong, Asked> _asked = [];
    private readonly Dictionary<uint, Disk> _disks = [];
    private readonly TextId[] _priorities;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="trace">Tells names of files.</param>
    /// <param name="paths">Gives paths their drives.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsDiskTable(TracedMoment now, EtlTrace trace, WindowsPaths paths, IRecordingSink sink)
    {
        (_now, _trace, _paths, _sink, _rows) = (now, trace, paths, sink, new(sink));
        _priorities = [.. s_priorities.Select(sink.Ids.Text)];
        TextId read = sink.Ids.Text("read"), write = sink.Ids.Text("write"), flush = sink.Ids.Text("flush");
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.DiskReadBegins or KernelHook.DiskWriteBegins or KernelHook.DiskFlushBegins => OnBegin,
            KernelHook.DiskRead => (in NetTraceEvent at) => OnEnd(in at, read, isFlush: false),
            KernelHook.DiskWrite => (in NetTraceEvent at) => OnEnd(in at, write, isFlush: false),
            KernelHook.DiskFlush => (in NetTraceEvent at) => OnEnd(in at, flush, isFlush: true),
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Requests that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Those about a file whose name the trace does not tell.</summary>
    public long Nameless { get; private set; }

    /// <summary>Requests whose fields make no sense; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private void OnBegin(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong request = fields.Pointer();
        if (fields.IsShort)
            return;
        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        // What nobody ended is forgotten: its end was lost, or is behind the trace.
        if (_asked.Count == MostAsked)
            _asked.Clear();
        _asked[request] = new Asked(_now.ProcessNumber, _now.ThreadNumber, _now.Stack);
        _now.Process!.HasEvents = true;
    }

    private void OnEnd(in NetTraceEvent at, TextId operation, bool isFlush)
    {
        DiskFields fields = DiskFields.Read(at.Payload, at.Trace.PointerSize, isFlush);
        if (!fields.IsWhole || fields.Ticks < 0 || fields.Ticks / _trace.Clock.TicksPerSecond > MostSeconds)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        if (!_asked.Remove(fields.Request, out Asked asked))
        {
            asked = new Asked(_now.ProcessNumber, _now.ThreadNumber, 0);
            _now.Process!.HasEvents = true;
        }

        ref Disk disk = ref CollectionsMarshal.GetValueRefOrAddDefault(_disks, fields.Disk, out bool isKnown);
        if (!isKnown)
            disk.Name = _sink.Ids.Text(string.Create(CultureInfo.InvariantCulture, $"disk {fields.Disk}"));
        long startNs = Math.Max(0, _now.Ns - (long)((Int128)fields.Ticks * Nanoseconds / _trace.Clock.TicksPerSecond));
        long beginNs = Math.Clamp(disk.EndNs, startNs, _now.Ns);
        disk.EndNs = Math.Max(disk.EndNs, _now.Ns);
        _rows.Add(new DiskIoRow(
            asked.Process, asked.Thread, startNs, beginNs - startNs, _now.Ns - beginNs, operation, disk.Name,
            PathOf(fields.FileKey, at.Header.Ticks), fields.Size, fields.Offset,
            fields.Priority < _priorities.Length ? _priorities[fields.Priority] : TextId.None, asked.Stack));
        Count++;
    }

    private TextId PathOf(ulong key, long ticks)
    {
        if (key == 0)
            return TextId.None;
        string? name = _trace.FileNames.Find(key, ticks);
        Nameless += name is null ? 1 : 0;
        return _paths.Of(name);
    }

    private readonly record struct Asked(uint Process, uint Thread, uint Stack);

    private struct Disk
    {
        public TextId Name;
        public long EndNs;
    }
}
