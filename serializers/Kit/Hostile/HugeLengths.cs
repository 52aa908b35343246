using System.Globalization;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>The bytes of a case with a huge number written over a place that may be a length.</summary>
internal sealed class HugeLengths() : Attack("huge-lengths", "the bytes of a case with a huge number written over a place that may be a length")
{
    /// <inheritdoc/>
    public override bool NeedsCase => true;

    /// <inheritdoc/>
    public override IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts)
    {
        BoundCase bound = session.RequireBound();
        // Lengths stand before what they count: the first ones are in the first bytes.
        int places = Math.Min(bound.Encoded.Length, Math.Max(8, attempts / 2));
        for (int at = 0; at < places; at++)
        {
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
