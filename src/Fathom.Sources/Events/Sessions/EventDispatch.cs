using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events.Sessions;

/// <summary>Hands each event to the consumers that want its kind.</summary>
/// <param name="consumers">The consumers.</param>
internal sealed class EventDispatch(IReadOnlyList<EventConsumer> consumers) : INetTraceSink
{
    /// <inheritdoc/>
    public void OnMetadata(EventMetadata metadata)
    {
        EventReaction? all = null;
        foreach (EventConsumer consumer in consumers)
            all += consumer.Bind(metadata);
        metadata.Tag = all;
    }

    /// <inheritdoc/>
    public void OnEvent(in NetTraceEvent at) => ((EventReaction)at.Metadata.Tag!)(at);
}
