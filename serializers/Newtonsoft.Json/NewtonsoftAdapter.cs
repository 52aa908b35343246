using System.Globalization;
using System.Text;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using Newtonsoft.Json;

namespace Fathom.Serializers.Newtonsoft;

/// <summary>Newtonsoft.Json over a text writer and reader in UTF-8, as its own documentation does for streams.</summary>
internal sealed class NewtonsoftAdapter(string settings, Func<JsonSerializer> create) : SerializerAdapter
{
    private JsonSerializer? _serializer;

    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(JsonSerializer), "Newtonsoft.Json", "JSON", isText: true, settings);

    public override string? Needs(DeclaredTypes types) => types.Undetermined() is { } open ? $"TypeNameHandling (unsafe with untrusted input) or a converter for {open}" : null;

    public override Codec<T> Create<T>() => new NewtonsoftCodec<T>(_serializer ??= create());

    private sealed class NewtonsoftCodec<T>(JsonSerializer serializer) : Codec<T>
        where T : class
    {
        private const int BufferSize = 1024;
        private static readonly UTF8Encoding s_utf8 = new(false);

        public override Lanes Native => Lanes.Stream | Lanes.Text;

        public override void Serialize(T value, Stream stream)
        {
            using StreamWriter text = new(stream, s_utf8, BufferSize, leaveOpen: true);
            using JsonTextWriter writer = new(text);
            serializer.Serialize(writer, value, typeof(T));
        }

        public override T Deserialize(Stream stream)
        {
            using StreamReader text = new(stream, s_utf8, false, BufferSize, leaveOpen: true);
            using JsonTextReader reader = new(text);
            return serializer.Deserialize<T>(reader)!;
        }

        public override string SerializeToText(T value)
        {
            using StringWriter text = new(CultureInfo.InvariantCulture);
            using JsonTextWriter writer = new(text);
            serializer.Serialize(writer, value, typeof(T));
            writer.Flush();
            return text.ToString();
        }

        public override T DeserializeText(string data)
        {
            using JsonTextReader reader = new(new StringReader(data));
            return serializer.Deserialize<T>(reader)!;
        }
    }
}
