using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.SystemTextJson.SourceGenerator;

internal sealed class GeneratedCodec<T>(JsonTypeInfo<T> info) : Codec<T>
    where T : class
{
    private Utf8JsonWriter? _writer;

    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer | Lanes.Text;

    public override void Serialize(T value, Stream stream) => JsonSerializer.Serialize(stream, value, info);

    public override T Deserialize(Stream stream) => JsonSerializer.Deserialize(stream, info)!;

    public override byte[] SerializeToArray(T value) => JsonSerializer.SerializeToUtf8Bytes(value, info);

    public override T DeserializeArray(byte[] data) => JsonSerializer.Deserialize(data, info)!;

    public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer)
    {
        if (_writer is null)
            _writer = new Utf8JsonWriter(buffer);
        else
            _writer.Reset(buffer);
        JsonSerializer.Serialize(_writer, value, info);
        _writer.Flush();
    }

    public override T DeserializeSequence(ReadOnlySequence<byte> data)
    {
        Utf8JsonReader reader = new(data);
        return JsonSerializer.Deserialize(ref reader, info)!;
    }
    public override string SerializeToText(T value) => JsonSerializer.Serialize(value, info);

    public override T DeserializeText(string data) => JsonSerializer.Deserialize(data, info)!;
}
