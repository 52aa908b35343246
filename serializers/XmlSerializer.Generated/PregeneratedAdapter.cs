using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Xml.Serialization;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.Xml.Generated;

/// <summary>XmlSerializer with code that Microsoft.XmlSerializer.Generator made at build time, which the runtime finds by the name of its file.</summary>
internal sealed class PregeneratedAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() =>
        SerializerDescription.Of(typeof(XmlSerializer), "in box", "XML", isText: true, "code from Microsoft.XmlSerializer.Generator");

    public override Codec<T> Create<T>()
    {
        // Without the file the runtime would silently generate the code itself, and the figures would be those of another serializer.
        string generated = Path.Combine(AppContext.BaseDirectory, $"{typeof(T).Assembly.GetName().Name}.XmlSerializers.dll");
        return File.Exists(generated)
            ? new PregeneratedCodec<T>(new XmlSerializer(typeof(T)))
            : throw new NotSupportedException($"needs an assembly that Microsoft.XmlSerializer.Generator made for {typeof(T).Assembly.GetName().Name}");
    }

    [SuppressMessage("Security", "CA5369", Justification = "Measured as it is mostly called; what it accepts is what the hostile lane shows.")]
    private sealed class PregeneratedCodec<T>(XmlSerializer serializer) : Codec<T>
        where T : class
    {
        public override Lanes Native => Lanes.Stream | Lanes.Text;

        public override void Serialize(T value, Stream stream) => serializer.Serialize(stream, value);

        public override T Deserialize(Stream stream) => (T)serializer.Deserialize(stream)!;

        public override string SerializeToText(T value)
        {
            using StringWriter text = new(CultureInfo.InvariantCulture);
            serializer.Serialize(text, value);
            return text.ToString();
        }

        public override T DeserializeText(string data)
        {
            using StringReader text = new(data);
            return (T)serializer.Deserialize(text)!;
        }
    }
}
