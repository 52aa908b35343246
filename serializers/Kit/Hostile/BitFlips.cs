using System.Globalization;
using System.Text;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>The bytes of a case with one to four bits flipped.</summary>
internal sealed class BitFlips() : Attack("bit-flips", "the bytes of a case with one to four bits flipped")
{
    /// <inheritdoc/>
    public override bool NeedsCase => true;

    /// <inheritdoc/>
    public override IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts)
    {
        BoundCase bound = session.RequireBound();
        Pcg32 random = new(seed);
        for (int i = 0; i < attempts; i++)
        {
            byte[] data = [.. bound.Encoded];
            int flips = 1 + random.Below(4);
            StringBuilder what = new("bits flipped at");
            for (int flip = 0; flip < flips; flip++)
            {
                int at = random.Below(data.Length), bit = random.Below(8);
                data[at] ^= (byte)(1 << bit);
                what.Append(CultureInfo.InvariantCulture, $" {at}.{bit}");
            }

            yield return new HostileInput(what.ToString(), data, bound.Read);
        }
    }
}
