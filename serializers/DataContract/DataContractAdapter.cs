using System.Runtime.Serialization;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.DataContract;

/// <summary>DataContractSerializer as text or as the framework's binary XML.</summary>
internal sealed class DataContractAdapter(bool isBinary, bool keepsReferences) : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(
        typeof(DataContractSerializer), "in box", isBinary ? "binary XML" : "XML", !isBinary, keepsReferences ? "PreserveObjectReferences" : "");

    public override string? Needs(DeclaredTypes types) => types.Lacking(static one => one.IsValueType || one.IsDefined(typeof(DataContractAttribute), inherit: false)
        || one.IsDefined(typeof(SerializableAttribute), inherit: false) || (one.IsVisible && one.GetConstructor(Type.EmptyTypes) is not null)) is { } names
        ? $"[DataContract] with [DataMember] on the members, or a public constructor without parameters, on {names}"
        : null;

    public override Codec<T> Create<T>()
    {
        DataContractSerializer serializer = new(typeof(T), new DataContractSerializerSettings { PreserveObjectReferences = keepsReferences });
        return isBinary ? new BinaryXmlCodec<T>(serializer) : new TextXmlCodec<T>(serializer);
    }
}
