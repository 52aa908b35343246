using System.Diagnostics.CodeAnalysis;
using System.Xml.Serialization;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.Xml;

/// <summary>XmlSerializer with the code that it generates at run time.</summary>
internal sealed class XmlAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(XmlSerializer), "in box", "XML", isText: true);

    public override Codec<T> Create<T>() => new XmlCodec<T>(new XmlSerializer(typeof(T)));

    [SuppressMessage("Security", "CA5369", Justification = "Measured as it is mostly called; what it accepts is what the hostile lane shows.")]
    private sealed class XmlCodec<T>(XmlSerializer serializer) : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => serializer.Serialize(stream, value);

        public override T Deserialize(Stream stream) => (T)serializer.Deserialize(stream)!;
    }
}
