using System.Buffers;
using Fathom.Serializers.Kit.Adapters;
using MessagePack;

namespace Fathom.Serializers.MsgPack;

internal sealed class MessagePackCodec<T>(MessagePackSerializerOptions options) : Codec<T>
    where T : class
{
    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer;

    public override void Serialize(T value, Stream stream) => MessagePackSerializer.Serialize(stream, value, options);

    public override T Deserialize(Stream stream) => MessagePackSerializer.Deserialize<T>(stream, options);

    public override byte[] SerializeToArray(T value) => MessagePackSerializer.Serialize(value, options);

    public override T DeserializeArray(byte[] data) => MessagePackSerializer.Deserialize<T>(data, options);

    public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer) => MessagePackSerializer.Serialize(buffer, value, options);

    public override T DeserializeSequence(ReadOnlySequence<byte> data) => MessagePackSerializer.Deserialize<T>(data, options);
}
