using System.Buffers;
using Fathom.Serializers.Kit.Adapters;
using Google.Protobuf;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>
/// The library works on its own messages only. Its native lane writes and reads those; in every other lane the conversion from and to the classes of the
/// case is a part of the operation, as it is in a program that has classes of its own.
/// </summary>
internal sealed class ProtobufCodec<TValue, TMessage>(Mapping<TValue, TMessage> mapping, MessageParser<TMessage> parser) : Codec<TValue>
    where TValue : class
    where TMessage : class, IMessage<TMessage>, new()
{
    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer | Lanes.NativeObject;

    public override void Serialize(TValue value, Stream stream) => mapping.ToMessage(value).WriteTo(stream);

    public override TValue Deserialize(Stream stream) => mapping.ToValue(parser.ParseFrom(stream));

    public override byte[] SerializeToArray(TValue value) => mapping.ToMessage(value).ToByteArray();

    public override TValue DeserializeArray(byte[] data) => mapping.ToValue(parser.ParseFrom(data));

    public override void SerializeToBuffer(TValue value, IBufferWriter<byte> buffer) => mapping.ToMessage(value).WriteTo(buffer);

    public override TValue DeserializeSequence(ReadOnlySequence<byte> data) => mapping.ToValue(parser.ParseFrom(data));

    public override object ToNative(TValue value) => mapping.ToMessage(value);

    public override void SerializeNative(object native, Stream stream) => ((TMessage)native).WriteTo(stream);

    public override object DeserializeNative(Stream stream) => parser.ParseFrom(stream);
}
