using System.Text.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers;

/// <summary>Collects all of its input before it reads any of it.</summary>
internal sealed class BufferingAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => new("buffering", "1", "JSON", IsText: true, "");

    public override Codec<T> Create<T>() => new BufferingCodec<T>();

    private sealed class BufferingCodec<T> : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => JsonSerializer.Serialize(stream, value);

        public override T Deserialize(Stream stream)
        {
            using MemoryStream all = new();
            stream.CopyTo(all);
            return JsonSerializer.Deserialize<T>(all.GetBuffer().AsSpan(0, (int)all.Length))!;
        }
    }
}
