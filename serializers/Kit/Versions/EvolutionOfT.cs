using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Versions;

/// <summary>A <typeparamref name="TWritten"/> is written and a <typeparamref name="TRead"/> is read.</summary>
/// <typeparam name="TWritten">The version that writes.</typeparam>
/// <typeparam name="TRead">The version that reads.</typeparam>
/// <param name="name">Its name.</param>
/// <param name="description">What changed.</param>
/// <param name="written">What is written.</param>
/// <param name="judge">What is wrong with what was read; null when nothing is.</param>
public sealed class Evolution<TWritten, TRead>(string name, string description, TWritten written, Func<TRead, Difference?> judge) : Evolution(name, description)
    where TWritten : class
    where TRead : class
{
    /// <inheritdoc/>
    public override CheckResult Try(SerializerAdapter adapter)
    {
        byte[] data;
        Codec<TRead> reader;
        try
        {
            Codec<TWritten> writer = adapter.Create<TWritten>();
            reader = adapter.Create<TRead>();
            using MemoryStream stream = new();
            writer.Serialize(written, stream);
            data = stream.ToArray();
            // Without a change it must work: otherwise the change is not what is seen.
            if (DeepComparer.Compare(written, writer.Deserialize(new MemoryStream(data, writable: false))) is { } already)
                return new CheckResult("refused", $"without any change: {already}", data.Length);
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            return CheckResult.Refused("without any change", reason);
        }

        VersionNames.Exchange(data, typeof(TWritten), typeof(TRead));
        try
        {
            TRead? result = reader.Deserialize(new MemoryStream(data, writable: false));
            if (result is null)
                return new CheckResult("lost", "root: an object came back as null", data.Length);
            return judge(result) is not { } difference
                ? new CheckResult("ok", "", data.Length)
                : new CheckResult(difference.Kind == DifferenceKind.Lost ? "lost" : "silent corruption", difference.ToString(), data.Length);
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            return new CheckResult("error", CheckResult.Describe(reason), data.Length);
        }
    }
}
