using System.Runtime.Serialization;
using System.Xml;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.DataContract;

internal sealed class BinaryXmlCodec<T>(DataContractSerializer serializer) : Codec<T>
    where T : class
{
    public override void Serialize(T value, Stream stream)
    {
        using XmlDictionaryWriter writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false);
        serializer.WriteObject(writer, value);
    }

    public override T Deserialize(Stream stream)
    {
        using XmlDictionaryReader reader = XmlDictionaryReader.CreateBinaryReader(stream, XmlDictionaryReaderQuotas.Max);
        return (T)serializer.ReadObject(reader)!;
    }
}
