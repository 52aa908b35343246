using System.Runtime.Serialization.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.DataContractJson;

/// <summary>DataContractJsonSerializer with its defaults.</summary>
internal sealed class DataContractJsonAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(DataContractJsonSerializer), "in box", "JSON", isText: true);

    public override Codec<T> Create<T>() => new DataContractJsonCodec<T>(new DataContractJsonSerializer(typeof(T)));

    private sealed class DataContractJsonCodec<T>(DataContractJsonSerializer serializer) : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => serializer.WriteObject(stream, value);

        public override T Deserialize(Stream stream) => (T)serializer.ReadObject(stream)!;
    }
}
