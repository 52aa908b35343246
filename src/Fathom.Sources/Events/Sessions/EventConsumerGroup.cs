using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events.Sessions;

/// <summary>A consumer that is made of others.</summary>
public abstract class EventConsumerGroup : EventConsumer
{
    private readonly List<EventConsumer> _parts = [];

    /// <inheritdoc/>
    public sealed override IReadOnlyList<EventProvider> Providers => [.. _parts.SelectMany(part => part.Providers)];

    internal sealed override EventReaction? Bind(EventMetadata metadata) =>
        _parts.Select(part => part.Bind(metadata)).Aggregate((EventReaction?)null, (all, one) => all + one);

    /// <summary>Adds a part; before the session starts.</summary>
    protected void Include(EventConsumer part) => _parts.Add(part);
}
