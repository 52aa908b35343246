using System.Xml.Serialization;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers.OwnTypes;

/// <summary>XmlSerializer in the tests' own process: it refuses much.</summary>
internal sealed class TestXmlAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(XmlSerializer), "in box", "XML", isText: true);

    public override Codec<T> Create<T>() => new XmlCodec<T>();

    private sealed class XmlCodec<T> : Codec<T>
        where T : class
    {
        private readonly XmlSerializer _serializer = new(typeof(T));

        public override void Serialize(T value, Stream stream) => _serializer.Serialize(stream, value);

        public override T Deserialize(Stream stream) => (T)_serializer.Deserialize(System.Xml.XmlReader.Create(stream))!;
    }
}
