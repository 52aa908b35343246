using Fathom.Serializers.Kit.Adapters;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>
/// From objects to a buffer and back, as programs with classes of their own use it. The library's own object is the finished buffer: in the native lane writing hands it on, and
/// reading reads every leaf where it lies, without making objects.
/// </summary>
internal sealed class FlatBuffersCodec<T>(FlatTable<T> table) : Codec<T>
    where T : class
{
    private const int FirstSize = 1024;

    private readonly FlatBufferBuilder _builder = new(FirstSize);

    public override Lanes Native => Lanes.Stream | Lanes.Array | Lanes.NativeObject;

    public override void Serialize(T value, Stream stream) => stream.Write(Build(value));

    public override T Deserialize(Stream stream) => table.Read(FlatFields.Root(Bytes(stream)));

    public override byte[] SerializeToArray(T value) => Build(value).ToArray();

    public override T DeserializeArray(byte[] data) => table.Read(FlatFields.Root(data));

    public override object ToNative(T value) => Build(value).ToArray();

    public override void SerializeNative(object native, Stream stream) => stream.Write((byte[])native);

    public override object DeserializeNative(Stream stream) => table.Leaves(FlatFields.Root(Bytes(stream)));

    private ArraySegment<byte> Build(T value)
    {
        _builder.Clear();
        _builder.Finish(table.Write(_builder, value));
        ByteBuffer data = _builder.DataBuffer;
        return data.ToArraySegment(data.Position, data.Length - data.Position);
    }

    private static byte[] Bytes(Stream stream)
    {
        if (stream.CanSeek)
        {
            byte[] data = new byte[stream.Length - stream.Position];
            stream.ReadExactly(data);
            return data;
        }

        using MemoryStream copy = new();
        stream.CopyTo(copy);
        return copy.ToArray();
    }
}
