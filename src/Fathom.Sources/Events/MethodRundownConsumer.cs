using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>
/// All methods that have code when the session is ended, those that were compiled ahead of time and used too. The session must be one with
/// <see cref="EventSessionOptions.NamesMethods"/>.
/// </summary>
/// <param name="handler">Is told of each.</param>
public sealed class MethodRundownConsumer(EventHandling<MethodCode> handler) : EventConsumer
{
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const int MethodId = 144;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => [];

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider == Rundown && metadata.EventId == MethodId ? Method : null;

    private void Method(in NetTraceEvent at)
    {
        if (MethodConsumer.TryRead(at, hasNames: true, out MethodCode code))
            handler(new EventOrigin(at), code);
    }
}
