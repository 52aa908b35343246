using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using MessagePack;

namespace Fathom.Serializers.MsgPack;

/// <summary>MessagePack for C# with the code that it generates at run time; it takes the order of members from DataMember.</summary>
internal sealed class MessagePackAdapter(string settings, Func<MessagePackSerializerOptions> options, bool isForUntrusted = false, bool takesAnyClass = false) : SerializerAdapter
{
    private MessagePackSerializerOptions? _options;

    public override SerializerDescription Describe() =>
        SerializerDescription.Of(typeof(MessagePackSerializer), "MessagePack", "MessagePack", isText: false, settings) with
        {
            UnsafeStatement = isForUntrusted ? "" : "README: \"When deserializing untrusted data, put MessagePack into a more secure mode\"",
            Verified = "verified 2026-11-28 with 3.1.12",
        };

    public override string? Needs(DeclaredTypes types) => !takesAnyClass && types.Without("MessagePackObjectAttribute", "DataContractAttribute") is { } names
        ? $"[MessagePackObject] with [Key(0)] on the members, or [DataContract] with [DataMember(Order = 0)], on {names}"
        : null;

    public override Codec<T> Create<T>() => new MessagePackCodec<T>(_options ??= options());
}
