using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using ServiceStack.Text;

namespace Fathom.Serializers.ServiceStack;

/// <summary>ServiceStack.Text's JSON, without a licence key: the free quotas of the package do not count types of its serializers.</summary>
internal sealed class JsonAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(JsonSerializer), "ServiceStack.Text", "JSON", isText: true);

    public override string? Needs(DeclaredTypes types) => types.PublicFields() is { } fields ? $"JsConfig.IncludePublicFields for {fields}" : null;

    public override Codec<T> Create<T>() => new JsonCodec<T>();

    private sealed class JsonCodec<T> : Codec<T>
        where T : class
    {
        public override Lanes Native => Lanes.Stream | Lanes.Text;

        public override void Serialize(T value, Stream stream) => JsonSerializer.SerializeToStream(value, stream);

        public override T Deserialize(Stream stream) => JsonSerializer.DeserializeFromStream<T>(stream);

        public override string SerializeToText(T value) => JsonSerializer.SerializeToString(value);

        public override T DeserializeText(string data) => JsonSerializer.DeserializeFromString<T>(data);
    }
}
