using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.SystemTextJson.SourceGenerator;

/// <summary>System.Text.Json with code generated at build time; no reflection for the types of <see cref="CaseContext"/>, and no other type.</summary>
internal sealed class GeneratedAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() =>
        SerializerDescription.Of(typeof(JsonSerializer), "in box", "JSON", isText: true, "JsonSerializerContext");

    public override Codec<T> Create<T>() => CaseContext.Default.GetTypeInfo(typeof(T)) is JsonTypeInfo<T> info
        ? new GeneratedCodec<T>(info)
        : throw new NotSupportedException($"needs code generated at build time: [JsonSerializable(typeof({typeof(T).Name}))] on a JsonSerializerContext");
}
