using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Requests;

/// <summary>
/// Requests that Kestrel answers. Begin and end share connection and identifier, so no activities are needed, and the program sends what it always sends. What nobody
/// caught is reported by ASP.NET Core right after the end, on the same thread.
/// </summary>
public sealed class ServedRequestConsumer : EventConsumer
{
    /// <summary>Kestrel.</summary>
    public const string Kestrel = "Microsoft-AspNetCore-Server-Kestrel";

    private const string Hosting = "Microsoft.AspNetCore.Hosting";

    /// <summary>What it takes: begins and ends of connections and requests, and exceptions that nobody caught.</summary>
    public static IReadOnlyList<EventProvider> Asked { get; } =
        [new(Kestrel, EventProvider.AllKeywords, EventLevel.Informational), new(Hosting, EventProvider.AllKeywords, EventLevel.Error)];

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => Asked;

    /// <summary>A request begins.</summary>
    public EventHandling<ServedRequest>? OnStart { get; init; }

    /// <summary>A request is over. The last of its answer may be sent later.</summary>
    public EventHandling<ServedRequest>? OnEnd { get; init; }

    /// <summary>A connection is over; only that is told of the request.</summary>
    public EventHandling<ServedRequest>? OnClosed { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => (metadata.Provider, metadata.EventId) switch
    {
        (Kestrel, 2) => OnClosed is null ? null : Closed,
        (Kestrel, 3) => OnStart is null ? null : Start,
        (Kestrel, 4) => OnEnd is null ? null : End,
        _ => null,
    };

    private static ServedRequest Read(ref PayloadReader fields) => new(fields.Text(), fields.Text(), fields.Text(), fields.Text(), fields.Text());

    private void Start(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ServedRequest value = Read(ref fields);
        if (!fields.IsShort)
            OnStart!(new EventOrigin(at), value);
    }

    private void End(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ServedRequest value = Read(ref fields);
        if (!fields.IsShort)
            OnEnd!(new EventOrigin(at), value);
    }

    private void Closed(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ServedRequest value = new(fields.Text(), default, default, default, default);
        if (!fields.IsShort)
            OnClosed!(new EventOrigin(at), value);
    }
}
