using Fathom.Serializers.GoogleProtobuf.Books;
using Fathom.Serializers.Kit.Adapters;
using Google.Protobuf;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>Google.Protobuf with messages made by its compiler. Only types that have a .proto file and a mapping here can be taken.</summary>
internal sealed class ProtobufAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(IMessage), "Google.Protobuf", "protobuf", isText: false);

    public override Codec<T> Create<T>()
    {
        foreach (IMapping mapping in Mappings())
        {
            if (mapping.Type == typeof(T))
                return (Codec<T>)mapping.CreateCodec();
        }

        throw new NotSupportedException($"needs a schema: a .proto file with a message for {typeof(T).Name}, its generated class, and code that converts");
    }

    private static IMapping[] Mappings() =>
    [
        new BookShelfMapping(),
    ];
}
