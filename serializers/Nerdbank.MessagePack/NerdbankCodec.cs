using System.Buffers;
using Fathom.Serializers.Kit.Adapters;
using Nerdbank.MessagePack;
using PolyType;

namespace Fathom.Serializers.NerdbankPack;

internal sealed class NerdbankCodec<T>(MessagePackSerializer serializer, ITypeShape<T> shape) : Codec<T>
    where T : class
{
    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer;

    public override void Serialize(T value, Stream stream) => serializer.Serialize(stream, value, shape, default);

    public override T Deserialize(Stream stream) => serializer.Deserialize(stream, shape, default)!;

    public override byte[] SerializeToArray(T value) => serializer.Serialize(value, shape, default);

    public override T DeserializeArray(byte[] data) => serializer.Deserialize(data, shape, default)!;

    public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer) => serializer.Serialize(buffer, value, shape, default);

    public override T DeserializeSequence(ReadOnlySequence<byte> data) => serializer.Deserialize(data, shape, default)!;
}
