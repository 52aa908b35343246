using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.DataContractJson;

/// <summary>DataContractJsonSerializer with its defaults.</summary>
internal sealed class DataContractJsonAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(DataContractJsonSerializer), "in box", "JSON", isText: true);

    public override string? Needs(DeclaredTypes types) => types.Lacking(static one => one.IsValueType || one.IsDefined(typeof(DataContractAttribute), inherit: false)
        || one.IsDefined(typeof(SerializableAttribute), inherit: false) || (one.IsVisible && one.GetConstructor(Type.EmptyTypes) is not null)) is { } names
        ? $"[DataContract] with [DataMember] on the members, or a public constructor without parameters, on {names}"
        : null;

    public override Codec<T> Create<T>() => new DataContractJsonCodec<T>(new DataContractJsonSerializer(typeof(T)));

    private sealed class DataContractJsonCodec<T>(DataContractJsonSerializer serializer) : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => serializer.WriteObject(stream, value);

        public override T Deserialize(Stream stream) => (T)serializer.ReadObject(stream)!;
    }
}
