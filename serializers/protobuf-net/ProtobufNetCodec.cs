using System.Buffers;
using Fathom.Serializers.Kit.Adapters;
using ProtoBuf.Meta;

namespace Fathom.Serializers.ProtobufNet;

internal sealed class ProtobufNetCodec<T>(RuntimeTypeModel model) : Codec<T>
    where T : class
{
    public override Lanes Native => Lanes.Stream | Lanes.Buffer;

    public override void Serialize(T value, Stream stream) => model.Serialize(stream, value);

    public override T Deserialize(Stream stream) => model.Deserialize<T>(stream);

    public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer) => model.Serialize(buffer, value);

    public override T DeserializeSequence(ReadOnlySequence<byte> data) => model.Deserialize<T>(data);
}
