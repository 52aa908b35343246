using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using ServiceStack.Text;

namespace Fathom.Serializers.ServiceStack;

/// <summary>ServiceStack.Text's JSV, without a licence key.</summary>
internal sealed class JsvAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(TypeSerializer), "ServiceStack.Text", "JSV", isText: true, "JsConfig.AlwaysUseUtc");

    public override string? Needs(DeclaredTypes types) => types.PublicFields() is { } fields ? $"JsConfig.IncludePublicFields for {fields}" : null;

    public override Codec<T> Create<T>()
    {
        // Without it a moment in UTC comes back as local time.
        JsConfig.AlwaysUseUtc = true;
        return new JsvCodec<T>();
    }

    private sealed class JsvCodec<T> : Codec<T>
        where T : class
    {
        public override Lanes Native => Lanes.Stream | Lanes.Text;

        public override void Serialize(T value, Stream stream) => TypeSerializer.SerializeToStream(value, stream);

        public override T Deserialize(Stream stream) => TypeSerializer.DeserializeFromStream<T>(stream);

        public override string SerializeToText(T value) => TypeSerializer.SerializeToString(value);

        public override T DeserializeText(string data) => TypeSerializer.DeserializeFromString<T>(data);
    }
}
