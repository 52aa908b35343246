using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Wants some events of the Windows kernel.</summary>
/// <param name="bind">What to do with one, by its number; null where it is not wanted.</param>
internal sealed class KernelConsumer(Func<int, EventReaction?> bind) : EventConsumer
{
    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => [];

    /// <inheritdoc/>
    internal override EventReaction? Bind(EventMetadata metadata) =>
        metadata.Provider == KernelHook.Provider ? bind(metadata.EventId) : null;
}
