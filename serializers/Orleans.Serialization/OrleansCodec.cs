using System.Buffers;
using Fathom.Serializers.Kit.Adapters;
using Orleans.Serialization;

namespace Fathom.Serializers.OrleansPack;

internal sealed class OrleansCodec<T>(Serializer<T> serializer) : Codec<T>
    where T : class
{
    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer;

    public override void Serialize(T value, Stream stream) => serializer.Serialize(value, stream);

    public override T Deserialize(Stream stream) => serializer.Deserialize(stream)!;

    public override byte[] SerializeToArray(T value) => serializer.SerializeToArray(value);

    public override T DeserializeArray(byte[] data) => serializer.Deserialize(data)!;

    public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer) => serializer.Serialize(value, buffer);

    public override T DeserializeSequence(ReadOnlySequence<byte> data) => serializer.Deserialize(data)!;
}
