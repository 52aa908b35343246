using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Requests;

/// <summary>Lookups of names that a .NET program makes (System.Net.NameResolution). Begin and end share the activity of the event.</summary>
public sealed class LookupConsumer : EventConsumer
{
    private const string Provider = "System.Net.NameResolution";

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } =
        [new(Provider, EventProvider.AllKeywords, EventLevel.Informational)];

    /// <summary>A lookup of a name begins.</summary>
    public required EventHandling<ReadOnlySpan<char>> OnStart { get; init; }

    /// <summary>A lookup failed; its end follows.</summary>
    public required EventHandling<bool> OnFailed { get; init; }

    /// <summary>A lookup is over.</summary>
    public required EventHandling<bool> OnEnd { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != Provider ? null : metadata.EventId switch
    {
        1 => Start,
        2 => (in NetTraceEvent at) => OnEnd(new EventOrigin(at), true),
        3 => (in NetTraceEvent at) => OnFailed(new EventOrigin(at), true),
        _ => null,
    };

    private void Start(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ReadOnlySpan<char> name = fields.Text();
        if (!fields.IsShort)
            OnStart(new EventOrigin(at), name);
    }
}
