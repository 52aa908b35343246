using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Counters;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what counters of processors counted, as far as each let Windows take a sample.</summary>
/// <remarks>
/// A sample has the number of its counter, and an event at the begin of the session tells how many events lie between two samples.
/// Numbers up to 23 are those that Windows gives on each processor (<c>KPROFILE_SOURCE</c>). Others are of the processor, and a trace
/// does not name them.
/// </remarks>
internal sealed class WindowsCounterTable : EventTable
{
    // As perf calls them, so that a question is one for both.
    private static readonly Dictionary<int, string> s_names = new()
    {
        [1] = "alignment-faults", [2] = "instructions", [4] = "loads", [6] = "branches", [8] = "data-cache-misses",
        [9] = "instruction-cache-misses", [10] = "cache-misses", [11] = "branch-misses", [12] = "stores",
        [13] = "floating-point-instructions", [14] = "integer-instructions", [19] = "cycles",
    };

    private readonly TracedMoment _now;
    private readonly EventStacks _stacks;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<CounterSampleRow> _rows;
    private readonly Dictionary<int, (TextId Name, long? Between)> _counters = [];

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="stacks">Keeps the stacks.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsCounterTable(TracedMoment now, EventStacks stacks, IRecordingSink sink)
    {
        (_now, _stacks, _sink) = (now, stacks, sink);
        _rows = new RowBatch<CounterSampleRow>(sink);
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.CounterSample => OnSample,
            KernelHook.SampleInterval or KernelHook.SampleBegin => OnInterval,
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Samples that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Samples whose fields make no sense, or whose thread nobody tells.</summary>
    public long OfNobody { get; private set; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private void OnSample(in NetTraceEvent at)
    {
        _now.IsTaken = true;
        PayloadReader fields = at.Fields();
        fields.Pointer();
        uint tid = fields.UInt32();
        int source = fields.UInt16();
        if (fields.IsShort || (tid != 0 && _now.Thread is null))
        {
            OfNobody++;
            return;
        }

        // What idle processors count is left out, as their samples are.
        if (tid == 0)
        {
            _now.IsOfMachine = true;
            return;
        }

        uint stack = _now.Stack;
        if (stack == 0)
        {
            StackAddresses place = new(at.Payload[..at.Trace.PointerSize], at.Trace.PointerSize);
            stack = _stacks.Intern(_now.Process!, place, _now.ClockNs);
        }

        (TextId name, long? between) = CounterOf(source);
        _rows.Add(new CounterSampleRow(_now.Ns, _now.Process!.Number, _now.Thread!.Number, name, between, stack));
        Count++;
    }

    private void OnInterval(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        int source = (int)fields.UInt32();
        long between = fields.UInt32();
        if (!fields.IsShort && source is > 0 and <= ushort.MaxValue)
            _counters[source] = (CounterOf(source).Name, between > 0 ? between : null);
    }

    private (TextId Name, long? Between) CounterOf(int source)
    {
        if (!_counters.TryGetValue(source, out (TextId Name, long? Between) counter))
            _counters[source] = counter = (_sink.Ids.Text(s_names.GetValueOrDefault(source) ?? $"counter {source}"), null);
        return counter;
    }
}
