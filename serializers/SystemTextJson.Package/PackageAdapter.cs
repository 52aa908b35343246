using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.SystemTextJsonPackage;

/// <summary>System.Text.Json by reflection, of the package: a newer one than that of the runtime, for programs that stay on it.</summary>
internal sealed class PackageAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(JsonSerializer), "System.Text.Json", "JSON", isText: true);

    public override string? Needs(DeclaredTypes types) => DeclaredTypes.Join(
        types.PublicFields(nameof(JsonIncludeAttribute), nameof(JsonIgnoreAttribute)) is { } fields ? $"[JsonInclude] on the fields {fields}" : null,
        types.Undetermined(nameof(JsonDerivedTypeAttribute), nameof(JsonConverterAttribute)) is { } open ? $"[JsonDerivedType] or a converter for {open}" : null);

    public override Codec<T> Create<T>() => new PackageCodec<T>(new JsonSerializerOptions());

    private sealed class PackageCodec<T>(JsonSerializerOptions options) : Codec<T>
        where T : class
    {
        public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer | Lanes.Text;

        public override void Serialize(T value, Stream stream) => JsonSerializer.Serialize(stream, value, options);

        public override T Deserialize(Stream stream) => JsonSerializer.Deserialize<T>(stream, options)!;

        public override byte[] SerializeToArray(T value) => JsonSerializer.SerializeToUtf8Bytes(value, options);

        public override T DeserializeArray(byte[] data) => JsonSerializer.Deserialize<T>(data, options)!;

        public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer)
        {
            using Utf8JsonWriter writer = new(buffer);
            JsonSerializer.Serialize(writer, value, options);
        }

        public override T DeserializeSequence(ReadOnlySequence<byte> data)
        {
            Utf8JsonReader reader = new(data);
            return JsonSerializer.Deserialize<T>(ref reader, options)!;
        }

        public override string SerializeToText(T value) => JsonSerializer.Serialize(value, options);

        public override T DeserializeText(string data) => JsonSerializer.Deserialize<T>(data, options)!;
    }
}
