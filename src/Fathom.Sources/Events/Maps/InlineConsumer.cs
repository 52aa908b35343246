using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Maps;

/// <summary>
/// What the compiler inlined into each method, told right after the method has got its code, on the same thread. Runtimes keep it with
/// <c>DOTNET_RichDebugInfo=1</c> only. Which methods these are is told behind it: their numbers in the metadata, and the modules of their types.
/// </summary>
public sealed class InlineConsumer : EventConsumer
{
    /// <summary>The provider of what was inlined.</summary>
    public const string Private = "Microsoft-Windows-DotNETRuntimePrivate";

    private const int InlinedId = 189;
    private const int DetailsId = 72;
    private const int TypesId = 15;
    private const int LoadId = 143;
    private const uint LastPart = 0x8000_0000;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => [];

    /// <summary>A method has got code; not told by which name.</summary>
    public required EventHandling<MethodCode> OnLoaded { get; init; }

    /// <summary>A part of what was inlined into it.</summary>
    public required EventHandling<InlinePart> OnPart { get; init; }

    /// <summary>Which method a number means.</summary>
    public required EventHandling<MethodToken> OnMethod { get; init; }

    /// <summary>Which module a type is in.</summary>
    public required EventHandling<TypeModule> OnType { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => (metadata.Provider, metadata.EventId) switch
    {
        (Private, InlinedId) => Part,
        (EventProvider.Runtime, LoadId) => Loaded,
        (EventProvider.Runtime, DetailsId) => Details,
        (EventProvider.Runtime, TypesId) => Types,
        _ => null,
    };

    private void Loaded(in NetTraceEvent at)
    {
        if (MethodConsumer.TryRead(at, hasNames: false, out MethodCode code))
            OnLoaded(new EventOrigin(at), code);
    }

    // u16 runtime, u64 method, u64 version of its code, u64 version of its IL, u32 number of the part with a mark of the last, u32 size,
    // bytes.
    private void Part(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        fields.UInt16();
        ulong method = fields.UInt64();
        fields.Skip(2 * sizeof(ulong));
        uint part = fields.UInt32();
        ReadOnlySpan<byte> bytes = fields.Bytes(fields.UInt32());
        if (!fields.IsShort)
            OnPart(new EventOrigin(at), new InlinePart(method, part & ~LastPart, (part & LastPart) != 0, bytes));
    }

    // u64 method, u64 type, u32 token, more that is not needed.
    private void Details(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        MethodToken method = new(fields.UInt64(), fields.UInt64(), fields.UInt32());
        if (!fields.IsShort)
            OnMethod(new EventOrigin(at), method);
    }

    // u32 count, u16 runtime; for each type: u64 type, u64 module, u32 token, u32 flags, u8 kind, name, u32 count of its arguments, u64 each.
    private void Types(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        uint count = fields.UInt32();
        fields.UInt16();
        for (uint i = 0; i < count; i++)
        {
            TypeModule type = new(fields.UInt64(), fields.UInt64());
            fields.Skip(sizeof(uint) + sizeof(uint) + sizeof(byte));
            fields.Text();
            fields.Skip(fields.UInt32() * (long)sizeof(ulong));
            if (fields.IsShort)
                return;
            OnType(new EventOrigin(at), type);
        }
    }
}
