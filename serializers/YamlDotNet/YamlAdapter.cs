using System.Text;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using YamlDotNet.Serialization;

namespace Fathom.Serializers.Yaml;

/// <summary>YamlDotNet over a text writer and reader in UTF-8.</summary>
internal sealed class YamlAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(SerializerBuilder), "YamlDotNet", "YAML", isText: true);

    public override string? Needs(DeclaredTypes types) => DeclaredTypes.Join(
        types.WithoutEmptyConstructor(isPublic: true) is { } constructed ? $"a public constructor without parameters on {constructed}" : null,
        types.Undetermined() is { } open ? $"a class in place of the interface or abstract class of {open}" : null);

    public override Codec<T> Create<T>() => new YamlCodec<T>(new SerializerBuilder().Build(), new DeserializerBuilder().Build());

    private sealed class YamlCodec<T>(ISerializer serializer, IDeserializer deserializer) : Codec<T>
        where T : class
    {
        private const int BufferSize = 1024;
        private static readonly UTF8Encoding s_utf8 = new(false);

        public override Lanes Native => Lanes.Stream | Lanes.Text;

        public override void Serialize(T value, Stream stream)
        {
            using StreamWriter writer = new(stream, s_utf8, BufferSize, leaveOpen: true);
            serializer.Serialize(writer, value, typeof(T));
        }

        public override T Deserialize(Stream stream)
        {
            using StreamReader reader = new(stream, s_utf8, false, BufferSize, leaveOpen: true);
            return deserializer.Deserialize<T>(reader);
        }

        public override string SerializeToText(T value) => serializer.Serialize(value, typeof(T));

        public override T DeserializeText(string data) => deserializer.Deserialize<T>(data);
    }
}
