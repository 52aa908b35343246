using System.Globalization;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>The bytes of a case with a huge number in a place that may be a length.</summary>
internal sealed class HugeLengths() : Attack("huge-lengths", "the bytes of a case with a huge number in a place that may be a length")
{
    /// <inheritdoc/>
    public override bool NeedsCase => true;

    /// <inheritdoc/>
    public override IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts)
    {
        BoundCase bound = session.RequireBound();
        Pcg32 random = new(seed);
        int length = bound.Encoded.Length, first = Math.Min(length, Math.Max(8, attempts / 2));
        for (int i = 0; i < first + attempts; i++)
        {
            // Lengths stand before what they count: every one of the first bytes may be one, and some of the others are.
            int at = i < first ? i : random.Below(length);
            foreach ((string form, byte[] number) in s_numbers)
            {
                if (at + number.Length > bound.Encoded.Length)
                    continue;
                byte[] data = [.. bound.Encoded];
                number.CopyTo(data, at);
                yield return new HostileInput(string.Create(CultureInfo.InvariantCulture, $"{form} at byte {at}"), data, bound.Read);
            }
        }
    }

    private static readonly (string Form, byte[] Number)[] s_numbers =
    [
        ("2^31-1 in little endian", [0xFF, 0xFF, 0xFF, 0x7F]),
        ("2^30 in little endian", [0x00, 0x00, 0x00, 0x40]),
        ("2^31-1 in big endian", [0x7F, 0xFF, 0xFF, 0xFF]),
        ("2^31-1 in groups of seven bits", [0xFF, 0xFF, 0xFF, 0xFF, 0x07]),
        ("a tag of MessagePack for an array of 2^32-1", [0xDD, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("a tag of MessagePack for bytes of 2^31-1", [0xC6, 0x7F, 0xFF, 0xFF, 0xFF]),
    ];
}
