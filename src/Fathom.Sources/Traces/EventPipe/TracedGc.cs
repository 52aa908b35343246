using Fathom.Sources.Events;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A collection, as far as it is known.</summary>
/// <param name="startNs">Its begin.</param>
/// <param name="start">What it is.</param>
internal sealed class TracedGc(long startNs, GcStarted start)
{
    public long StartNs { get; } = startNs;

    public GcStarted Start { get; } = start;

    /// <summary>Its end; null until it comes.</summary>
    public long? EndNs { get; set; }

    /// <summary>Time in which all managed threads were suspended for it; null until it is told.</summary>
    public long? PauseNs { get; private set; }

    /// <summary>The part of it that it took to stop them; null where one of its pauses does not say.</summary>
    public long? SuspendNs { get; private set; }

    /// <summary>The heap after it; null until it comes.</summary>
    public GcHeapStats? Heap { get; set; }

    /// <summary>Adds a pause for it.</summary>
    public void Add(in GcPause pause)
    {
        SuspendNs = PauseNs is null ? pause.SuspendNs : SuspendNs + pause.SuspendNs;
        PauseNs = (PauseNs ?? 0) + pause.DurationNs;
    }
}
