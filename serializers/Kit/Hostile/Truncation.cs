using System.Globalization;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>The bytes of a case, cut short.</summary>
internal sealed class Truncation() : Attack("truncation", "the bytes of a case, cut short")
{
    /// <inheritdoc/>
    public override bool NeedsCase => true;

    /// <inheritdoc/>
    public override IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts)
    {
        BoundCase bound = session.RequireBound();
        Pcg32 random = new(seed);
        int length = bound.Encoded.Length;
        foreach (int kept in (int[])[0, 1, length / 2, length - 1])
            yield return Cut(bound, kept);
        for (int i = 4; i < attempts; i++)
            yield return Cut(bound, random.Below(length));
    }

    private static HostileInput Cut(BoundCase bound, int kept) =>
        new(string.Create(CultureInfo.InvariantCulture, $"the first {kept} of {bound.Encoded.Length} bytes"), bound.Encoded[..kept], bound.Read);
}
