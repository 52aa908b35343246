using Fathom.Serializers.Kit.Adapters;
using ServiceStack.Text;

namespace Fathom.Serializers.ServiceStack;

/// <summary>ServiceStack.Text's JSV, without a licence key.</summary>
internal sealed class JsvAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(TypeSerializer), "ServiceStack.Text", "JSV", isText: true);

    public override Codec<T> Create<T>() => new JsvCodec<T>();

    private sealed class JsvCodec<T> : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => Licence.Run(static (value, stream) => TypeSerializer.SerializeToStream(value, stream), value, stream);

        public override T Deserialize(Stream stream) => Licence.Run(static stream => TypeSerializer.DeserializeFromStream<T>(stream), stream);
    }
}
