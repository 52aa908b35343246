using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.SystemTextJson.SourceGenerator;

/// <summary>System.Text.Json with code generated at build time; no reflection for the types of the contexts here, and no other type.</summary>
internal sealed class GeneratedAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() =>
        SerializerDescription.Of(typeof(JsonSerializer), "in box", "JSON", isText: true, "JsonSerializerContext");

    // The cases come first: a first call makes no context but its own.
    public override Codec<T> Create<T>() =>
        (Info<T>(CaseContext.Default) ?? Info<T>(FeatureContext.Default) ?? Info<T>(OldVersionContext.Default) ?? Info<T>(NewVersionContext.Default) ?? Info<T>(LaneContext.Default)) is { } info
            ? new GeneratedCodec<T>(info)
            : throw new NotSupportedException($"needs code generated at build time: [JsonSerializable(typeof({typeof(T).Name}))] on a JsonSerializerContext");

    private static JsonTypeInfo<T>? Info<T>(JsonSerializerContext context) => (JsonTypeInfo<T>?)context.GetTypeInfo(typeof(T));
}
