using System.Text.Json;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers;

/// <summary>Makes whatever class its input names, as formatters with type names in their data do, and looks afterwards whether it is the one that was asked for.</summary>
internal sealed class NamedTypesAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => new("named", "1", "named", IsText: false, "");

    public override Codec<T> Create<T>() => new NamedCodec<T>();

    private sealed class NamedCodec<T> : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream)
        {
            using BinaryWriter writer = new(stream, System.Text.Encoding.UTF8, leaveOpen: true);
            writer.Write(value.GetType().AssemblyQualifiedName!);
            writer.Write(JsonSerializer.Serialize(value, value.GetType()));
        }

        public override T Deserialize(Stream stream)
        {
            using BinaryReader reader = new(stream, System.Text.Encoding.UTF8, leaveOpen: true);
            Type type = Type.GetType(reader.ReadString(), throwOnError: true)!;
            return (T)JsonSerializer.Deserialize(reader.ReadString(), type)!;
        }
    }
}
