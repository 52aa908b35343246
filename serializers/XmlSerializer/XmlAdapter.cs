using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Xml.Serialization;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.Xml;

/// <summary>XmlSerializer with the code that it generates at run time.</summary>
internal sealed class XmlAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(XmlSerializer), "in box", "XML", isText: true);

    public override string? Needs(DeclaredTypes types) => DeclaredTypes.Join(
        types.Lacking(static one => one.IsVisible) is { } hidden ? $"{hidden} to be public" : null,
        types.WithoutEmptyConstructor(isPublic: false) is { } constructed ? $"a constructor without parameters on {constructed}" : null,
        types.Dictionaries() is { } maps ? $"a list of pairs in place of the dictionary {maps}" : null,
        types.Undetermined(nameof(XmlIncludeAttribute)) is { } open ? $"a class in place of the interface or abstract class of {open}" : null);

    public override Codec<T> Create<T>()
    {
        try
        {
            return new XmlCodec<T>(new XmlSerializer(typeof(T)));
        }
        catch (InvalidOperationException reason)
        {
            // "There was an error reflecting type …": what is wrong with which member is said by the innermost one.
            throw new NotSupportedException(reason.GetBaseException().Message, reason);
        }
    }

    [SuppressMessage("Security", "CA5369", Justification = "Measured as it is mostly called; what it accepts is what the hostile lane shows.")]
    private sealed class XmlCodec<T>(XmlSerializer serializer) : Codec<T>
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
