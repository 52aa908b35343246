using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.Floors;

/// <summary>Copies bytes that are as many as System.Text.Json writes for the value: no serializer of that size can be faster.</summary>
internal sealed class CopyAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() =>
        new("none", "", "copy", IsText: false, "copies as many bytes as System.Text.Json writes, and gives back the value it was given", SerializerRole.Floor);

    public override Codec<T> Create<T>() => new CopyCodec<T>();

    [SuppressMessage("Performance", "CA1869", Justification = "Made once per case, outside of what is timed.")]
    private sealed class CopyCodec<T> : Codec<T>
        where T : class
    {
        private T? _value;
        private byte[] _bytes = [];
        private byte[] _copy = [];

        public override void Serialize(T value, Stream stream)
        {
            if (!ReferenceEquals(value, _value))
            {
                _bytes = BytesOf(value);
                _copy = new byte[_bytes.Length];
                _value = value;
            }

            stream.Write(_bytes);
        }

        public override T Deserialize(Stream stream)
        {
            stream.ReadExactly(_copy);
            return _value!;
        }

        private static byte[] BytesOf(T value)
        {
            try
            {
                return JsonSerializer.SerializeToUtf8Bytes(value);
            }
            catch (JsonException)
            {
                // A graph with cycles can be written in no other way.
                return JsonSerializer.SerializeToUtf8Bytes(value, new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve });
            }
        }
    }
}
