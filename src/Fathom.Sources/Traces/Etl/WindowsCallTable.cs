using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes system calls: the entry of a thread into a call and its return are one row.</summary>
/// <remarks>
/// The events tell no thread: it is the one that the switches gave to the processor. Without switches a call has a row of an unknown
/// process,
/// and its return, which may be that of any thread, is left to the table of events. So is a return whose call came before the trace.
/// </remarks>
internal sealed class WindowsCallTable : EventTable
{
    private const int MostOpen = 1 << 20;

    private readonly TracedMoment _now;
    private readonly KernelPlaces _places;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<SystemCallRow> _rows;
    private readonly Dictionary<uint, SystemCallRow> _open = [];
    private readonly Dictionary<uint, TextId> _errors = [];

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="places">Names the places of the code that serves calls.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsCallTable(TracedMoment now, KernelPlaces places, IRecordingSink sink)
    {
        (_now, _places, _sink, _rows) = (now, places, sink, new(sink));
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.CallEnter => OnEnter,
            KernelHook.CallReturn => OnReturn,
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Calls that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Those whose thread the trace does not tell.</summary>
    public long OfNobody { get; private set; }

    /// <summary>Entries and returns whose fields are too short; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <inheritdoc/>
    public override void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private void OnEnter(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong address = fields.Pointer();
        if (fields.IsShort)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        KernelPlace place = _places.Of(in at, address, at.Payload[..at.Trace.PointerSize]);
        SystemCallRow row = new(_now.ProcessNumber, _now.ThreadNumber, _now.Ns, null, place.Text, place.Stack, null, TextId.None, _now.Stack);
        if (row.ThreadId == 0)
        {
            OfNobody++;
            Write(in row);
            return;
        }

        if (_open.Count >= MostOpen)
            WriteOpen();
        ref SystemCallRow open = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, row.ThreadId, out bool isThere);
        // Its return was lost.
        if (isThere)
            Write(in open);
        open = row;
    }

    private void OnReturn(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        uint status = fields.UInt32();
        if (fields.IsShort)
        {
            Damaged++;
            return;
        }

        if (_now.ThreadNumber == 0 || !_open.Remove(_now.ThreadNumber, out SystemCallRow open))
            return;
        _now.IsTaken = true;
        SystemCallRow row = open with
        {
            DurationNs = Math.Max(0, _now.Ns - open.StartNs), Result = status, Error = NtStatus.IsErrorOfCall(status) ? ErrorOf(status)
                : TextId.None,
        };
        Write(in row);
    }

    private void WriteOpen()
    {
        foreach (SystemCallRow row in _open.Values)
            Write(in row);
        _open.Clear();
    }

    private void Write(in SystemCallRow row)
    {
        _rows.Add(row);
        Count++;
    }

    private TextId ErrorOf(uint status)
    {
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_errors, status, out bool isKnown);
        if (!isKnown)
            text = _sink.Ids.Text(NtStatus.NameOf(status));
        return text;
    }
}
