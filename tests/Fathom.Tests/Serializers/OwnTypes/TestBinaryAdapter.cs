using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers.OwnTypes;

/// <summary>Writes bytes that are no text.</summary>
internal sealed class TestBinaryAdapter(byte[] bytes) : SerializerAdapter
{
    public override SerializerDescription Describe() => new("none", "", "bytes", IsText: false, "");

    public override Codec<T> Create<T>() => new BytesCodec<T>(bytes);

    private sealed class BytesCodec<T>(byte[] bytes) : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => stream.Write(bytes);

        public override T Deserialize(Stream stream) => throw new NotSupportedException();
    }
}
