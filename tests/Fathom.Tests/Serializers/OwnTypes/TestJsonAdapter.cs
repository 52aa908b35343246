using System.Text.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers.OwnTypes;

/// <summary>System.Text.Json in the tests' own process.</summary>
internal sealed class TestJsonAdapter : SerializerAdapter
{
    private static readonly JsonSerializerOptions s_options = new() { IncludeFields = true };

    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(JsonSerializer), "in box", "JSON", isText: true);

    public override Codec<T> Create<T>() => new JsonCodec<T>();

    private sealed class JsonCodec<T> : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => JsonSerializer.Serialize(stream, value, s_options);

        public override T Deserialize(Stream stream) => JsonSerializer.Deserialize<T>(stream, s_options)!;
    }
}
