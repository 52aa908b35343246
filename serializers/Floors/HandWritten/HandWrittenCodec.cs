using System.Text;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.Floors.HandWritten;

internal sealed class HandWrittenCodec<T>(HandWritten<T> code) : Codec<T>
    where T : class
{
    public override void Serialize(T value, Stream stream)
    {
        using BinaryWriter writer = new(stream, Encoding.UTF8, leaveOpen: true);
        code.Write(writer, value);
    }

    public override T Deserialize(Stream stream)
    {
        using BinaryReader reader = new(stream, Encoding.UTF8, leaveOpen: true);
        return code.Read(reader);
    }
}
