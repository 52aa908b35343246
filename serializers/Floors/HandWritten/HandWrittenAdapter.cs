using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Serializers.Floors.HandWritten;

/// <summary>BinaryWriter and BinaryReader with code written by hand for each case: no names, no versions, no checks.</summary>
internal sealed class HandWrittenAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => new(
        "in box", SerializerDescription.VersionOf(typeof(BinaryWriter).Assembly), "fields in their order", IsText: false, "BinaryWriter and BinaryReader, by hand", SerializerRole.Floor);

    public override Codec<T> Create<T>() => CasesByHand.Find<T>() is { } code
        ? new HandWrittenCodec<T>(code)
        : throw new NotSupportedException($"needs code written by hand for {typeof(T).Name}");
}
