using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events.Sessions;

/// <summary>Wants some events of a process. Several consumers share one <see cref="EventSession"/>.</summary>
/// <remarks>
/// Handlers are called on the session's thread, one at a time, and must return soon: while they run, the target's buffers fill, and what finds no
/// room there is dropped (and counted). What they are given is valid during the call only.
/// </remarks>
public abstract class EventConsumer
{
    /// <summary>What it asks for.</summary>
    public abstract IReadOnlyList<EventProvider> Providers { get; }

    /// <summary>What to do with events of this kind; null where they are not wanted. Asked once for each kind.</summary>
    internal abstract EventReaction? Bind(EventMetadata metadata);
}
