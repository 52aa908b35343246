using System.Buffers;
using System.Text.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.SystemTextJson;

internal sealed class ReflectionCodec<T>(JsonSerializerOptions options) : Codec<T>
    where T : class
{
    private Utf8JsonWriter? _writer;

    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer | Lanes.Text;

    public override void Serialize(T value, Stream stream) => JsonSerializer.Serialize(stream, value, options);

    public override T Deserialize(Stream stream) => JsonSerializer.Deserialize<T>(stream, options)!;

    public override byte[] SerializeToArray(T value) => JsonSerializer.SerializeToUtf8Bytes(value, options);

    public override T DeserializeArray(byte[] data) => JsonSerializer.Deserialize<T>(data, options)!;

    public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer)
    {
        if (_writer is null)
            _writer = new Utf8JsonWriter(buffer);
        else
            _writer.Reset(buffer);
        JsonSerializer.Serialize(_writer, value, options);
        _writer.Flush();
    }

    public override T DeserializeSequence(ReadOnlySequence<byte> data)
    {
        Utf8JsonReader reader = new(data);
        return JsonSerializer.Deserialize<T>(ref reader, options)!;
    }
    public override string SerializeToText(T value) => JsonSerializer.Serialize(value, options);

    public override T DeserializeText(string data) => JsonSerializer.Deserialize<T>(data, options)!;
}
