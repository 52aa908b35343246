using Fathom.Serializers.Kit.Adapters;
using MemoryPack;

namespace Fathom.Serializers.MemPack;

/// <summary>MemoryPack with the code of its generator; only the types of CaseTypes.cs can be taken.</summary>
internal sealed class MemoryPackAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() =>
        SerializerDescription.Of(typeof(MemoryPackSerializer), "MemoryPack", "MemoryPack", isText: false) with
        {
            Verified = "verified 2026-11-28 with 1.21.4",
        };

    public override Codec<T> Create<T>() => typeof(IMemoryPackable<T>).IsAssignableFrom(typeof(T))
        ? new MemoryPackCodec<T>()
        : throw new NotSupportedException($"needs code generated at build time: [MemoryPackable] on {typeof(T).Name}, which must be partial");
}
