using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Features;

/// <summary>A feature whose value is a <typeparamref name="T"/>.</summary>
/// <typeparam name="T">The type that has it.</typeparam>
/// <param name="name">Its name.</param>
/// <param name="group">The heading it stands under.</param>
/// <param name="description">What the value is.</param>
/// <param name="make">Makes the value.</param>
public sealed class Feature<T>(string name, string group, string description, Func<T> make) : Feature(name, group, description)
    where T : class
{
    /// <inheritdoc/>
    public override CheckResult Try(SerializerAdapter adapter, bool fresh)
    {
        T value = make();
        string doing = "taking the type";
        try
        {
            Codec<T> codec = adapter.Create<T>();
            doing = "writing";
            using MemoryStream stream = new();
            codec.Serialize(value, stream);
            doing = "reading";
            byte[] data = stream.ToArray();
            T? result = codec.Deserialize(new MemoryStream(data, writable: false));
            // What still looks into its input has not been read.
            data.AsSpan().Fill(0xA5);
            doing = "comparing";
            return CheckResult.Of(DeepComparer.Compare(value, result, KeepsIdentity, fresh), stream.Length);
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            return CheckResult.Refused(doing, reason);
        }
    }
}
