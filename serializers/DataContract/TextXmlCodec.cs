using System.Runtime.Serialization;
using System.Xml;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.DataContract;

internal sealed class TextXmlCodec<T>(DataContractSerializer serializer) : Codec<T>
    where T : class
{
    public override void Serialize(T value, Stream stream) => serializer.WriteObject(stream, value);

    public override T Deserialize(Stream stream)
    {
        // The quotas of a reader that ReadObject makes itself are as wide.
        using XmlDictionaryReader reader = XmlDictionaryReader.CreateTextReader(stream, XmlDictionaryReaderQuotas.Max);
        return (T)serializer.ReadObject(reader)!;
    }
}
