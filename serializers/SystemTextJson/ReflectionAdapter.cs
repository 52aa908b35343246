using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.SystemTextJson;

/// <summary>System.Text.Json by reflection.</summary>
internal sealed class ReflectionAdapter(string settings, Func<JsonSerializerOptions> options) : SerializerAdapter
{
    private JsonSerializerOptions? _options;

    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(JsonSerializer), "in box", "JSON", isText: true, settings);

    public override string? Needs(DeclaredTypes types) => DeclaredTypes.Join(
        types.PublicFields(nameof(JsonIncludeAttribute), nameof(JsonIgnoreAttribute)) is { } fields ? $"[JsonInclude] on the fields {fields}" : null,
        types.Tuples() is { } tuples ? $"IncludeFields, as what the tuples {tuples} hold are fields" : null,
        types.Undetermined(nameof(JsonDerivedTypeAttribute), nameof(JsonConverterAttribute)) is { } open ? $"[JsonDerivedType] or a converter for {open}" : null,
        settings.Length > 0 && types.WithoutEmptyConstructor(isPublic: true) is { } constructed
            ? $"a constructor without parameters on {constructed}, as references do not go through one with"
            : null);

    public override Codec<T> Create<T>() => new ReflectionCodec<T>(_options ??= options());
}
