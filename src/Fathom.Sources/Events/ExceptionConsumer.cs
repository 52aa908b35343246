using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>Managed exceptions at the moment of their throw, caught ones too. It costs the target a few microseconds per throw.</summary>
/// <param name="handler">Is told of each throw, about 0.1 s after it.</param>
public sealed class ExceptionConsumer(EventHandling<ExceptionThrown> handler) : EventConsumer
{
    private const int ExceptionThrownId = 80;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } =
        [new(EventProvider.Runtime, RuntimeKeywords.Exception, EventLevel.Informational)];

    internal override EventReaction? Bind(EventMetadata metadata) =>
        metadata is { Provider: EventProvider.Runtime, EventId: ExceptionThrownId, Version: >= 1 } ? Thrown : null;

    private void Thrown(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ExceptionThrown value = new(fields.Text(), fields.Text(), fields.Pointer(), fields.Int32(), (ExceptionTraits)fields.UInt16());
        if (!fields.IsShort)
            handler(new EventOrigin(at), value);
    }
}
