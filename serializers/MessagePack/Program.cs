using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.MsgPack;
using MessagePack;
using MessagePack.Resolvers;

return SerializerProgram.Run(
    args,
    new("MessagePack", static () => new MessagePackAdapter("", static () => MessagePackSerializerOptions.Standard)),
    new("MessagePack (contractless)", static () => new MessagePackAdapter("ContractlessStandardResolver", static () => ContractlessStandardResolver.Options)),
    new("MessagePack (LZ4)", static () => new MessagePackAdapter(
        "MessagePackCompression.Lz4BlockArray", static () => MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray))),
    new("MessagePack (untrusted data)", static () => new MessagePackAdapter(
        "MessagePackSecurity.UntrustedData", static () => MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData))));
