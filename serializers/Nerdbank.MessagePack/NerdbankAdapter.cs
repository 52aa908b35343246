using Fathom.Serializers.Kit.Adapters;
using Nerdbank.MessagePack;
using PolyType;
using PolyType.ReflectionProvider;

namespace Fathom.Serializers.NerdbankPack;

/// <summary>Nerdbank.MessagePack with the shapes of types that reflection finds, so that it takes classes without an attribute of its own.</summary>
internal sealed class NerdbankAdapter(string settings, Func<MessagePackSerializer> make) : SerializerAdapter
{
    private MessagePackSerializer? _serializer;

    public override SerializerDescription Describe() =>
        SerializerDescription.Of(
            typeof(MessagePackSerializer), "Nerdbank.MessagePack", "MessagePack", isText: false, settings.Length == 0 ? "shapes by reflection" : $"shapes by reflection, {settings}");

    public override Codec<T> Create<T>() => new NerdbankCodec<T>(_serializer ??= make(), ReflectionTypeShapeProvider.Default.GetTypeShapeOrThrow<T>());
}
