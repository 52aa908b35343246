using System.Runtime.Serialization;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.DataContract;

/// <summary>DataContractSerializer as text or as the framework's binary XML.</summary>
internal sealed class DataContractAdapter(bool isBinary, bool keepsReferences) : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(
        typeof(DataContractSerializer), "in box", isBinary ? "binary XML" : "XML", !isBinary, keepsReferences ? "PreserveObjectReferences" : "");

    public override Codec<T> Create<T>()
    {
        DataContractSerializer serializer = new(typeof(T), new DataContractSerializerSettings { PreserveObjectReferences = keepsReferences });
        return isBinary ? new BinaryXmlCodec<T>(serializer) : new TextXmlCodec<T>(serializer);
    }
}
