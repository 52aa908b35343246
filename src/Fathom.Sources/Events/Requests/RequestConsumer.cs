using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Requests;

/// <summary>HTTP requests that a program answers (ASP.NET Core) and asks (HttpClient). Begin and end share the activity of the event, which needs the tasks' provider.</summary>
public sealed class RequestConsumer : EventConsumer
{
    private const string Server = "Microsoft.AspNetCore.Hosting";
    private const string Client = "System.Net.Http";
    private const string Tasks = "System.Threading.Tasks.TplEventSource";
    private const ulong TaskActivities = 0x80;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } =
    [
        new(Server, EventProvider.AllKeywords, EventLevel.Informational),
        new(Client, EventProvider.AllKeywords, EventLevel.Informational),
        new(Tasks, TaskActivities, EventLevel.Informational),
    ];

    /// <summary>A request begins.</summary>
    public EventHandling<RequestStarted>? OnStart { get; init; }

    /// <summary>A request failed with an exception; its end follows.</summary>
    public EventHandling<RequestFailed>? OnFailed { get; init; }

    /// <summary>A request is over.</summary>
    public EventHandling<RequestEnded>? OnEnd { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => (metadata.Provider, metadata.EventId) switch
    {
        (Server, 3) => OnStart is null ? null : ServerStart,
        (Server, 4) => OnEnd is null ? null : ServerStop,
        (Server, 5) => OnFailed is null ? null : ServerFailed,
        (Client, 1) => OnStart is null ? null : ClientStart,
        (Client, 2) => OnEnd is null ? null : ClientStop,
        (Client, 3) => OnFailed is null ? null : ClientFailed,
        _ => null,
    };

    private void ServerStart(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        RequestStarted value = new(fields.Text(), default, default, 0, fields.Text());
        if (!fields.IsShort)
            OnStart!(new EventOrigin(at), value);
    }

    private void ServerStop(in NetTraceEvent at) => OnEnd!(new EventOrigin(at), new RequestEnded(IsServer: true, null));

    private void ServerFailed(in NetTraceEvent at) => OnFailed!(new EventOrigin(at), new RequestFailed(isServer: true, default));

    private void ClientStart(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        RequestStarted value = new(default, fields.Text(), fields.Text(), fields.Int32(), fields.Text());
        if (!fields.IsShort)
            OnStart!(new EventOrigin(at), value);
    }

    // Before .NET 8 there is no status, and -1 stands for no answer.
    private void ClientStop(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        int status = fields.Int32();
        OnEnd!(new EventOrigin(at), new RequestEnded(IsServer: false, fields.IsShort || status < 0 ? null : status));
    }

    private void ClientFailed(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        OnFailed!(new EventOrigin(at), new RequestFailed(isServer: false, fields.Text()));
    }
}
