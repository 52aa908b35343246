using Fathom.Serializers.Kit.Adapters;
using Hyperion;

namespace Fathom.Serializers.HyperionPoco;

/// <summary>Hyperion, the heir of Wire. Its bytes name the classes that are to be made, so they must be the program's own.</summary>
internal sealed class HyperionAdapter(string settings, Func<SerializerOptions> options) : SerializerAdapter
{
    private Serializer? _serializer;

    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(Serializer), "Hyperion", "Hyperion", isText: false, settings);

    public override Codec<T> Create<T>() => new HyperionCodec<T>(_serializer ??= new Serializer(options()));

    private sealed class HyperionCodec<T>(Serializer serializer) : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream) => serializer.Serialize(value, stream);

        public override T Deserialize(Stream stream) => serializer.Deserialize<T>(stream);
    }
}
