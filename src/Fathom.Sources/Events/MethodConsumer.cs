using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>
/// Methods that are compiled while the session runs: the beginning of each, its code, and the end of that. The beginning is told at level verbose only: with another consumer
/// of the runtime in the same session, that one gets its verbose events too.
/// </summary>
public sealed class MethodConsumer : EventConsumer
{
    private const int UnnamedId = 141;
    private const int LoadId = 143;
    private const int UnloadId = 144;
    private const int JittingStartedId = 145;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } = [new(EventProvider.Runtime, RuntimeKeywords.Jit, EventLevel.Verbose)];

    /// <summary>A method begins to be compiled.</summary>
    public EventHandling<MethodBegun>? OnStart { get; init; }

    /// <summary>A method has got code.</summary>
    public EventHandling<MethodCode>? OnLoaded { get; init; }

    /// <summary>A method has got code, and is not named: what a session below level verbose is told.</summary>
    public EventHandling<MethodCode>? OnUnnamed { get; init; }

    /// <summary>The code of a method is gone.</summary>
    public EventHandling<MethodCode>? OnUnloaded { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != EventProvider.Runtime ? null : metadata.EventId switch
    {
        JittingStartedId => OnStart is null ? null : Start,
        LoadId => OnLoaded is null ? null : Loaded,
        UnnamedId => OnUnnamed is null ? null : Unnamed,
        UnloadId => OnUnloaded is null ? null : Unloaded,
        _ => null,
    };

    /// <summary>Reads the fields that the events about the code of a method begin with; false where some are missing.</summary>
    internal static bool TryRead(in NetTraceEvent at, bool hasNames, out MethodCode code)
    {
        PayloadReader fields = at.Fields();
        ulong method = fields.UInt64(), module = fields.UInt64();
        ulong start = fields.UInt64();
        uint size = fields.UInt32(), token = fields.UInt32();
        uint flags = fields.UInt32();
        code = hasNames
            ? new MethodCode(method, module, start, size, flags, fields.Text(), fields.Text(), fields.Text(), token)
            : new MethodCode(method, module, start, size, flags, default, default, default, token);
        return !fields.IsShort;
    }

    private void Start(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong method = fields.UInt64(), module = fields.UInt64();
        fields.UInt32();
        MethodBegun value = new(method, module, fields.UInt32(), fields.Text(), fields.Text(), fields.Text());
        if (!fields.IsShort)
            OnStart!(new EventOrigin(at), value);
    }

    private void Loaded(in NetTraceEvent at)
    {
        if (TryRead(at, hasNames: true, out MethodCode code))
            OnLoaded!(new EventOrigin(at), code);
    }

    private void Unnamed(in NetTraceEvent at)
    {
        if (TryRead(at, hasNames: false, out MethodCode code))
            OnUnnamed!(new EventOrigin(at), code);
    }

    private void Unloaded(in NetTraceEvent at)
    {
        if (TryRead(at, hasNames: true, out MethodCode code))
            OnUnloaded!(new EventOrigin(at), code);
    }
}
