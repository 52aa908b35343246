using System.Globalization;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers;

/// <summary>Writes members by their numbers alone and wants each number that it knows and no other.</summary>
internal sealed class PositionalAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => new("positional", "1", "numbers", IsText: true, "");

    public override Codec<T> Create<T>() => new PositionalCodec<T>();

    private sealed class PositionalCodec<T> : Codec<T>
        where T : class
    {
        private static readonly SortedDictionary<string, PropertyInfo> s_members = new(typeof(T).GetProperties()
            .ToDictionary(static one => one.GetCustomAttribute<DataMemberAttribute>()!.Order.ToString(CultureInfo.InvariantCulture)));

        public override void Serialize(T value, Stream stream) =>
            JsonSerializer.Serialize(stream, s_members.ToDictionary(static one => one.Key, one => one.Value.GetValue(value)));

        public override T Deserialize(Stream stream)
        {
            T result = Activator.CreateInstance<T>();
            foreach ((string number, JsonElement element) in JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(stream)!)
                s_members[number].SetValue(result, element.Deserialize(s_members[number].PropertyType));
            return result;
        }
    }
}
