using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Maps;

/// <summary>
/// Which IL the code of all methods was compiled from that have some when the session is ended. The map of a piece of code comes right before what
/// <see cref="MethodRundownConsumer"/> is told of it. Code that was compiled ahead of time has none.
/// </summary>
/// <param name="handler">Is told of each.</param>
public sealed class IlMapConsumer(EventHandling<IlMap> handler) : EventConsumer
{
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const int MapId = 150;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => [];

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider == Rundown && metadata.EventId == MapId ? Map : null;

    // u64 method, u64 version, u8 part of the method, u16 count, u32 offsets in IL, u32 offsets in code, u16 runtime.
    private void Map(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong method = fields.UInt64();
        fields.Skip(sizeof(ulong) + sizeof(byte));
        int bytes = fields.UInt16() * sizeof(uint);
        ReadOnlySpan<byte> il = fields.Bytes(bytes), native = fields.Bytes(bytes);
        if (!fields.IsShort)
            handler(new EventOrigin(at), new IlMap(method, il, native));
    }
}
