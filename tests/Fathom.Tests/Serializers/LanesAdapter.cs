using System.Buffers;
using System.Text.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers;

/// <summary>A serializer with all lanes of bytes and text, of which one may be wrong.</summary>
/// <param name="wrong">What is wrong: "text", "pieces" for a sequence of several segments, or nothing.</param>
internal sealed class LanesAdapter(string wrong = "") : SerializerAdapter
{
    public override SerializerDescription Describe() => new("lanes", "1", "JSON", IsText: true, "");

    public override Codec<T> Create<T>() => new LanesCodec<T>(wrong);

    private sealed class LanesCodec<T>(string wrong) : Codec<T>
        where T : class
    {
        public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer | Lanes.Text;

        public override void Serialize(T value, Stream stream) => JsonSerializer.Serialize(stream, value);

        public override T Deserialize(Stream stream) => JsonSerializer.Deserialize<T>(stream)!;

        public override byte[] SerializeToArray(T value) => JsonSerializer.SerializeToUtf8Bytes(value);

        public override T DeserializeArray(byte[] data) => JsonSerializer.Deserialize<T>(data)!;

        public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer)
        {
            using Utf8JsonWriter writer = new(buffer);
            JsonSerializer.Serialize(writer, value);
        }

        public override T DeserializeSequence(ReadOnlySequence<byte> data)
        {
            // Whoever reads the first segment only is right as long as there is one.
            Utf8JsonReader reader = new(wrong == "pieces" && !data.IsSingleSegment ? new ReadOnlySequence<byte>("{}"u8.ToArray()) : data);
            return JsonSerializer.Deserialize<T>(ref reader)!;
        }

        public override string SerializeToText(T value) => JsonSerializer.Serialize(value);

        public override T DeserializeText(string data) => JsonSerializer.Deserialize<T>(wrong == "text" ? "{}" : data)!;
    }
}
