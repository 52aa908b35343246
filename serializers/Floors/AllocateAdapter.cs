using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Floors;

/// <summary>
/// Makes the objects of a result from a buffer that was prepared before, text decoded from UTF-8 and payload copied, and parses nothing: no deserializer that
/// makes the same objects can be faster. Only for <see cref="BookShelf"/>.
/// </summary>
internal sealed class AllocateAdapter(bool isListPresized) : SerializerAdapter
{
    public override SerializerDescription Describe() => new(
        "none", "", "prepared buffer", IsText: false,
        isListPresized ? "makes the objects only; the list has its size from the start" : "makes the objects only; the list grows", SerializerRole.Floor);

    public override Codec<T> Create<T>() => new AllocateCodec(isListPresized) as Codec<T>
        ?? throw new NotSupportedException($"needs code of its own for {typeof(T).Name}");
}
