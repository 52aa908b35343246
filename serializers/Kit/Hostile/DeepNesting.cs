using System.Globalization;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Features.Types;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>Objects in each other, a hundred thousand deep.</summary>
internal sealed class DeepNesting() : Attack("deep-nesting", "objects in each other, a hundred thousand deep")
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <inheritdoc/>
    public override IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts)
    {
        Codec<Chain> codec = session.Adapter.Create<Chain>();
        byte[][] small = [.. Enumerable.Range(1, 4).Select(depth => Written(codec, depth))];
        foreach (int depth in (int[])[100, 1000, 10_000, 100_000])
        {
            byte[] data = NestedBytes.TryRepeat(small, depth, out byte[]? repeated) ? repeated : Own(codec, depth);
            yield return new HostileInput(string.Create(CultureInfo.InvariantCulture, $"{depth} deep"), data, Depth);
        }

        object? Depth(byte[] data)
        {
            int depth = 0;
            for (Chain? one = codec.Deserialize(new MemoryStream(data, writable: false)); one is not null; one = one.Next)
                depth++;
            return string.Create(CultureInfo.InvariantCulture, $"{depth} objects");
        }
    }

    // Formats with lengths before their content cannot be put together from pieces; their own writer does it, with room on its stack.
    private static byte[] Own(Codec<Chain> codec, int depth)
    {
        byte[]? data = null;
        Exception? failure = null;
        Thread writer = new(
            () =>
            {
                try
                {
                    data = Written(codec, depth);
                }
                catch (Exception reason) when (reason is not OutOfMemoryException)
                {
                    failure = reason;
                }
            },
            1 << 30)
        {
            IsBackground = true,
        };
        writer.Start();
        // A writer that takes ever longer with the depth must not be told as a reader that hangs.
        if (!writer.Join(s_patience))
            throw new NotSupportedException($"its own writer does not go {depth} deep within {s_patience.TotalSeconds:0} s");
        return data ?? throw new NotSupportedException($"its own writer does not go {depth} deep: {failure?.GetType().Name}");
    }

    private static byte[] Written(Codec<Chain> codec, int depth)
    {
        Chain chain = new() { Number = 1 };
        for (int i = 1; i < depth; i++)
            chain = new Chain { Number = 1, Next = chain };
        using MemoryStream stream = new();
        codec.Serialize(chain, stream);
        return stream.ToArray();
    }
}
