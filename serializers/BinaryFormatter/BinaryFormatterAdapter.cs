using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization.Formatters.Binary;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.BinaryFormatters;

/// <summary>BinaryFormatter: what many programs must still move away from, measured so that they see what they get for it.</summary>
[SuppressMessage("Security", "CA2300", Justification = "It is here to be measured and to be shown as unsafe.")]
[SuppressMessage("Security", "CA2301", Justification = "It is here to be measured and to be shown as unsafe.")]
internal sealed class BinaryFormatterAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() =>
        SerializerDescription.Of(
            typeof(BinaryFormatter), Environment.Version.Major < 9 ? "in box" : "System.Runtime.Serialization.Formatters", "MS-NRBF", isText: false) with
        {
            UnsafeStatement = "Microsoft, BinaryFormatter security guide: \"BinaryFormatter is insecure and can't be made secure.\"",
        };

    public override string? Needs(DeclaredTypes types) => types.Without(nameof(SerializableAttribute)) is { } names ? $"[Serializable] on {names}" : null;

    public override Codec<T> Create<T>() => new BinaryFormatterCodec<T>();

    private sealed class BinaryFormatterCodec<T> : Codec<T>
        where T : class
    {
        private readonly BinaryFormatter _formatter = new();

        public override void Serialize(T value, Stream stream) => _formatter.Serialize(stream, value);

        public override T Deserialize(Stream stream) => (T)_formatter.Deserialize(stream);
    }
}
