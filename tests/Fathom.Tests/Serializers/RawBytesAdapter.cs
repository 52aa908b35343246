using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Features.Types;

namespace Fathom.Tests.Serializers;

/// <summary>Hands out the array that it reads from, in the lane byte[] alone.</summary>
internal sealed class RawBytesAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => new("seeded", "1", "raw", IsText: false, "");

    public override Codec<T> Create<T>() => (Codec<T>)(object)new RawCodec();

    private sealed class RawCodec : Codec<BytesValue>
    {
        public override Lanes Native => Lanes.Stream | Lanes.Array;

        public override void Serialize(BytesValue value, Stream stream) => stream.Write(value.Value);

        public override BytesValue Deserialize(Stream stream)
        {
            using MemoryStream all = new();
            stream.CopyTo(all);
            return new BytesValue { Value = all.ToArray() };
        }

        public override byte[] SerializeToArray(BytesValue value) => [.. value.Value!];

        public override BytesValue DeserializeArray(byte[] data) => new() { Value = data };
    }
}
