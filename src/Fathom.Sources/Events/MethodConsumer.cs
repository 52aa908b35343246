using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>
/// Methods that are compiled while the session runs: the beginning of each, its code, and the end of that. The beginning is told at level verbose only: with another consumer
/// of the runtime in the same session, that one gets its verbose events too.
/// </summary>
public sealed class MethodConsumer : EventConsumer
{
    private const int LoadId = 143;
    private const int UnloadId = 144;
    private const int JittingStartedId = 145;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } = [new(EventProvider.Runtime, RuntimeKeywords.Jit, EventLevel.Verbose)];

    /// <summary>A method begins to be compiled; its number.</summary>
    public EventHandling<ulong>? OnStart { get; init; }

    /// <summary>A method has got code.</summary>
    public EventHandling<MethodCode>? OnLoaded { get; init; }

    /// <summary>The code of a method is gone.</summary>
    public EventHandling<MethodCode>? OnUnloaded { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != EventProvider.Runtime ? null : metadata.EventId switch
    {
        JittingStartedId => OnStart is null ? null : Start,
        LoadId => OnLoaded is null ? null : Loaded,
        UnloadId => OnUnloaded is null ? null : Unloaded,
        _ => null,
    };

    /// <summary>Reads the fields that the events about the code of a method begin with.</summary>
    internal static MethodCode Read(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong method = fields.UInt64(), module = fields.UInt64();
        ulong start = fields.UInt64();
        uint size = fields.UInt32();
        fields.UInt32();
        uint flags = fields.UInt32();
        return new MethodCode(method, module, start, size, flags, fields.Text(), fields.Text());
    }

    private void Start(in NetTraceEvent at) => OnStart!(new EventOrigin(at), at.Fields().UInt64());

    private void Loaded(in NetTraceEvent at) => OnLoaded!(new EventOrigin(at), Read(at));

    private void Unloaded(in NetTraceEvent at) => OnUnloaded!(new EventOrigin(at), Read(at));
}
