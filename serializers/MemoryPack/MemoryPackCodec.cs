using System.Buffers;
using Fathom.Serializers.Kit.Adapters;
using MemoryPack;

namespace Fathom.Serializers.MemPack;

internal sealed class MemoryPackCodec<T> : Codec<T>
    where T : class
{
    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.Buffer;

    // For streams the library has asynchronous methods only; on a stream in memory they complete at once.
    public override void Serialize(T value, Stream stream)
    {
        ValueTask writing = MemoryPackSerializer.SerializeAsync(stream, value);
        if (writing.IsCompleted)
            writing.GetAwaiter().GetResult();
        else
            writing.AsTask().GetAwaiter().GetResult();
    }

    public override T Deserialize(Stream stream)
    {
        ValueTask<T?> reading = MemoryPackSerializer.DeserializeAsync<T>(stream);
        return (reading.IsCompleted ? reading.Result : reading.AsTask().GetAwaiter().GetResult())!;
    }

    public override byte[] SerializeToArray(T value) => MemoryPackSerializer.Serialize(value);

    public override T DeserializeArray(byte[] data) => MemoryPackSerializer.Deserialize<T>(data)!;

    public override void SerializeToBuffer(T value, IBufferWriter<byte> buffer) => MemoryPackSerializer.Serialize(buffer, value);

    public override T DeserializeSequence(ReadOnlySequence<byte> data) => MemoryPackSerializer.Deserialize<T>(data)!;
}
