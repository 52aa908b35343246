using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Fields;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Windows;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes routines that served interrupts (ISR), and those that did what interrupts had put off (DPC).</summary>
/// <remarks>Each is told when it ends, so that those that came within it were told before, by the same processor.</remarks>
internal sealed class WindowsInterruptTable : EventTable
{
    private const int MostEnded = 1024;

    private readonly TracedMoment _now;
    private readonly EtlTrace _trace;
    private readonly KernelPlaces _places;
    private readonly RowBatch<InterruptRow> _rows;
    private readonly Dictionary<int, List<(long StartNs, long DurationNs)>> _ended = [];

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="trace">Has the clock.</param>
    /// <param name="places">Names the places of routines.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsInterruptTable(TracedMoment now, EtlTrace trace, KernelPlaces places, IRecordingSink sink)
    {
        (_now, _trace, _places, _rows) = (now, trace, places, new(sink));
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.Interrupt => On(sink.Ids.Text("ISR"), isInterrupt: true),
            KernelHook.MessageInterrupt => On(sink.Ids.Text("MSI"), isInterrupt: true),
            KernelHook.DeferredCall => On(sink.Ids.Text("DPC"), isInterrupt: false),
            KernelHook.TimerCall => On(sink.Ids.Text("timer DPC"), isInterrupt: false),
            KernelHook.ThreadedCall => On(sink.Ids.Text("threaded DPC"), isInterrupt: false),
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Routines that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Those whose fields are too short; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <summary>Those whose begin makes no sense, so that they have no duration.</summary>
    public long WithoutBegin { get; private set; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private EventReaction On(TextId kind, bool isInterrupt) => (in NetTraceEvent at) => On(in at, kind, isInterrupt);

    private void On(in NetTraceEvent at, TextId kind, bool isInterrupt)
    {
        InterruptFields fields = InterruptFields.Read(at.Payload, at.Trace.PointerSize, isInterrupt);
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        KernelPlace place = _places.Of(in at, fields.Routine, fields.RoutineBytes);
        bool isKnown = at.ProcessId != uint.MaxValue;
        // Only whose thread it was is told of a process.
        _now.IsOfMachine = !isKnown;
        int processor = (int)at.Header.Processor;
        long? startNs = EventBegin.Of(_trace, _now, in at, fields.BeginTicks);
        long? durationNs = _now.Ns - startNs, ownNs = durationNs - (startNs is { } from ? Within(processor, from, durationNs!.Value) : 0);
        WithoutBegin += startNs is null ? 1 : 0;
        _rows.Add(new InterruptRow(
            startNs ?? _now.Ns, durationNs, ownNs, kind, processor, isKnown ? _now.ProcessNumber : 0, isKnown ? _now.ThreadNumber : 0,
            place.Module, place.Text, place.Stack, isInterrupt ? fields.Vector : null, isInterrupt ? fields.IsClaimed : null, _now.Stack));
        Count++;
    }

    // The time of those that ended within one that ends now.
    private long Within(int processor, long startNs, long durationNs)
    {
        List<(long StartNs, long DurationNs)> ended = CollectionsMarshal.GetValueRefOrAddDefault(_ended, processor, out _) ??= [];
        long within = 0;
        while (ended.Count > 0 && ended[^1].StartNs >= startNs)
        {
            within += ended[^1].DurationNs;
            ended.RemoveAt(ended.Count - 1);
        }

        // The oldest ones lie before any that is still to end.
        if (ended.Count == MostEnded)
            ended.RemoveRange(0, MostEnded / 2);
        ended.Add((startNs, durationNs));
        return Math.Min(within, durationNs);
    }
}
