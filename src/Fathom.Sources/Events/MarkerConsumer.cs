using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>Moments that a program marks by itself: events <c>Mark</c> with one text, of an EventSource of the name <c>Fathom-Markers</c>.</summary>
/// <param name="handler">Told each, with its text.</param>
public sealed class MarkerConsumer(EventHandling<ReadOnlySpan<char>> handler) : EventConsumer
{
    /// <summary>The provider.</summary>
    public const string Provider = "Fathom-Markers";

    private const string Event = "Mark";

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } = [new(Provider, EventProvider.AllKeywords, EventLevel.Verbose)];

    internal override EventReaction? Bind(EventMetadata metadata) =>
        metadata.Provider == Provider && EventShape.Of(metadata) is { Name: Event, Fields: [{ Type: EventFieldType.Text }, ..] } ? Marked : null;

    private void Marked(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ReadOnlySpan<char> text = fields.Text();
        if (!fields.IsShort)
            handler(new EventOrigin(at), text);
    }
}
