using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.Empty;

/// <summary>No serializer.</summary>
internal sealed class EmptyAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => new("none", "", "none", IsText: false, "a program that ends at once", SerializerRole.Process);

    public override Codec<T> Create<T>() => throw new NotSupportedException("is only started: it serializes nothing");
}
