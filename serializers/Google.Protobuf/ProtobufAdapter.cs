using Fathom.Serializers.Kit.Adapters;
using Google.Protobuf;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>Google.Protobuf with messages made by its compiler. Only types that have a .proto file and a conversion here can be taken.</summary>
internal sealed class ProtobufAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(IMessage), "Google.Protobuf", "protobuf", isText: false);

    public override Codec<T> Create<T>() => CaseMappings.Find(typeof(T)) is { } mapping
        ? (Codec<T>)mapping.CreateCodec()
        : throw new NotSupportedException(
            $"needs a schema: a message for {typeof(T).Name} in a .proto file, and code that converts; messages are trees, so shared references need numbers in it");
}
