using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.Floors;

/// <summary>Does nothing: what the suite itself costs per operation, reading the leaves of the result included.</summary>
internal sealed class OverheadAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() =>
        new("none", "", "none", IsText: false, "does nothing and gives back the value it was given", SerializerRole.Overhead);

    public override Codec<T> Create<T>() => new NothingCodec<T>();

    private sealed class NothingCodec<T> : Codec<T>
        where T : class
    {
        private T? _last;

        public override void Serialize(T value, Stream stream) => _last = value;

        public override T Deserialize(Stream stream) => _last!;
    }
}
