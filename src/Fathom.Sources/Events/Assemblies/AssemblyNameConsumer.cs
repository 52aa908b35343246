using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Assemblies;

/// <summary>Assemblies that are there at the end of a session. Of those that were loaded before it nothing else tells the names.</summary>
/// <param name="handler">Is told of each.</param>
internal sealed class AssemblyNameConsumer(EventHandling<AssemblyLoaded> handler) : EventConsumer
{
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => [];

    internal override EventReaction? Bind(EventMetadata metadata) =>
        (metadata.Provider, metadata.EventId) is (Rundown, 155 or 156) && metadata.Version >= 1 ? Assembly : null;

    // As the event of a load: u64 assembly, u64 domain, u64 binding, u32 flags, name.
    private void Assembly(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong assembly = fields.UInt64();
        fields.Skip(20);
        AssemblyLoaded value = new(assembly, fields.Text());
        if (!fields.IsShort)
            handler(new EventOrigin(at), value);
    }
}
