using Fathom.Formats.NetTrace;
using Fathom.Model.Profiles;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.Profiles;

/// <summary>Puts down what a runtime tells in a trace. Compilations and pauses may come from two sessions at the same time; names of methods that are told at the end come after both.</summary>
/// <param name="trace">Takes it.</param>
internal sealed class TraceConsumers(RuntimeTrace trace)
{
    private readonly CompilationPairs _compilations = new(trace);

    /// <summary>What methods are compiled.</summary>
    public EventConsumer Compilations() => new MethodConsumer
    {
        OnStart = (in EventOrigin at, in MethodBegun method) => _compilations.Start(at.ThreadId, method.MethodId, at.MonotonicNs),
        OnLoaded = (in EventOrigin at, in MethodCode code) =>
        {
            _compilations.End(at.ThreadId, code.MethodId, at.MonotonicNs);
            Name(code, at.MonotonicNs);
        },
    };

    /// <summary>When all threads stand still.</summary>
    public EventConsumer Pauses() => new GcConsumer
    {
        OnPause = (in EventOrigin at, in GcPause pause) => trace.Suspensions.Add(new TracedSuspension(
            new TimeSlice(at.MonotonicNs - pause.DurationNs, at.MonotonicNs),
            pause.Reason is GcSuspendReason.Gc or GcSuspendReason.GcPreparation,
            at.MonotonicNs - pause.StandstillNs)),
    };

    /// <summary>Where threads are.</summary>
    public EventConsumer Samples() => new CpuSampleConsumer((in EventOrigin at, in bool isManaged) =>
    {
        StackAddresses stack = at.Stack;
        if (!trace.Samples.Add(at.ThreadId, at.MonotonicNs, isManaged))
            return;
        for (int i = 0; i < stack.Depth; i++)
            trace.Samples.AddFrame(stack[i]);
    });

    /// <summary>What addresses are called; told at the end.</summary>
    public EventConsumer Names() => new MethodRundownConsumer((in EventOrigin _, in MethodCode code) => Name(code, 0));

    private void Name(in MethodCode code, long ns) => trace.Methods.Add(new TracedMethod(code.Type.ToString(), code.Name.ToString()), code.Start, code.SizeBytes, ns);
}
