using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Modules that are loaded during the session, and all that are there at its end.</summary>
/// <param name="handler">Is told of each.</param>
internal sealed class ModuleConsumer(EventHandling<TracedModule> handler) : EventConsumer
{
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => [];

    internal override EventReaction? Bind(EventMetadata metadata) => (metadata.Provider, metadata.EventId) switch
    {
        (EventProvider.Runtime, 149 or 150 or 152) or (Rundown, 153 or 154) => Module,
        _ => null,
    };

    // u64 module, u64 assembly, u32 flags, u32 reserved, path of the assembly, path of its native image;
    // since version 2: u16 runtime, GUID of the PDB, u32 age, path of the PDB when it was built.
    private void Module(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong module = fields.UInt64(), assembly = fields.UInt64();
        fields.Skip(8);
        ReadOnlySpan<char> path = fields.Text();
        fields.Text();
        fields.UInt16();
        Guid pdb = fields.Guid();
        fields.UInt32();
        handler(new EventOrigin(at), new TracedModule(module, assembly, path, pdb, fields.Text()));
    }
}
