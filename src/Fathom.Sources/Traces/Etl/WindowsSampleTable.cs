using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes where the timer of a processor saw it. One that was idle, and served no interrupt, is no sample.</summary>
internal sealed class WindowsSampleTable : EventTable
{
    private const long UsualIntervalNs = 1_000_000;
    private const long MostIntervalNs = 10_000_000_000;
    private const int Timer = 0;
    private const int InInterrupt = 3;

    private readonly TracedMoment _now;
    private readonly TracedProcesses _processes;
    private readonly EventStacks _stacks;
    private readonly RowBatch<CpuSampleRow> _samples;
    private long _intervalNs = UsualIntervalNs;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="processes">The processes.</param>
    /// <param name="stacks">Keeps the stacks.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsSampleTable(TracedMoment now, TracedProcesses processes, EventStacks stacks, IRecordingSink sink)
    {
        (_now, _processes, _stacks) = (now, processes, stacks);
        _samples = new RowBatch<CpuSampleRow>(sink);
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.Sample => OnSample,
            KernelHook.SampleInterval or KernelHook.SampleBegin => OnInterval,
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Samples of idle processors.</summary>
    public long Idle { get; private set; }

    /// <summary>Samples whose fields make no sense, or whose thread nobody tells.</summary>
    public long OfNobody { get; private set; }

    /// <inheritdoc/>
    public override void End() => _samples.Flush();

    private void OnSample(in NetTraceEvent at)
    {
        _now.IsTaken = true;
        PayloadReader fields = at.Fields();
        fields.Pointer();
        uint tid = fields.UInt32();
        fields.UInt16();
        int flags = fields.Byte();
        if (tid == 0 && (flags & InInterrupt) == 0)
        {
            _now.IsOfMachine = true;
            Idle++;
            return;
        }

        // The idle threads have number 0: what they do is served interrupts.
        if ((_now.Thread ?? (tid == 0 ? _processes.ThreadOf(0) : null)) is not { } thread)
        {
            OfNobody++;
            return;
        }

        uint stack = _now.Stack;
        if (stack == 0 && at.Payload.Length >= at.Trace.PointerSize)
            stack = _stacks.Intern(_now.Process!, new StackAddresses(at.Payload[..at.Trace.PointerSize], at.Trace.PointerSize),
                _now.ClockNs);
        _samples.Add(new CpuSampleRow(_now.Ns, thread.Number, (int)at.Header.Processor, stack, _intervalNs));
    }

    private void OnInterval(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        uint source = fields.UInt32();
        long ns = fields.UInt32() * 100L;
        if (source == Timer && !fields.IsShort && ns is > 0 and <= MostIntervalNs)
            _intervalNs = ns;
    }
}
