using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.MsgPack;
using MessagePack;

return SerializerProgram.Run(
    args,
    new("MessagePack", static () => new MessagePackAdapter("", static () => MessagePackSerializerOptions.Standard)),
    new("MessagePack (contractless)", static () => new MessagePackAdapter("names as keys, no attributes", Contractless.Options, takesAnyClass: true)),
    new("MessagePack (LZ4)", static () => new MessagePackAdapter(
        "MessagePackCompression.Lz4BlockArray", static () => MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray))),
    new("MessagePack (untrusted data)", static () => new MessagePackAdapter(
        "MessagePackSecurity.UntrustedData", static () => MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData), isForUntrusted: true)));
