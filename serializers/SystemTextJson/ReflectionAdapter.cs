using System.Text.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.SystemTextJson;

/// <summary>System.Text.Json by reflection.</summary>
internal sealed class ReflectionAdapter(string settings, Func<JsonSerializerOptions> options) : SerializerAdapter
{
    private JsonSerializerOptions? _options;

    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(JsonSerializer), "in box", "JSON", isText: true, settings);

    public override Codec<T> Create<T>() => new ReflectionCodec<T>(_options ??= options());
}
