using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>
/// Where every managed thread is, about each millisecond, whether it runs or waits. The runtime stops all threads for each sample, so a thread is seen where it
/// could be stopped: often where a short method has just returned to. Native frames are not seen.
/// </summary>
/// <param name="handler">Is told of each sample: of a thread in managed code, or in native code that it called.</param>
public sealed class CpuSampleConsumer(EventHandling<bool> handler) : EventConsumer
{
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";
    private const ulong Keywords = 0xF000_0000_0000;
    private const int Managed = 2;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } = [new(Sampler, Keywords, EventLevel.Informational)];

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider == Sampler && metadata.EventId == 0 ? Sample : null;

    private void Sample(in NetTraceEvent at) => handler(new EventOrigin(at), at.Fields().Int32() == Managed);
}
