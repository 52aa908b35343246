namespace Fathom.Serializers.Kit.Cases;

/// <summary>Draws text and bytes as the dials say.</summary>
/// <param name="dials">The dials.</param>
public sealed class CaseData(CaseDials dials)
{
    private const string Ascii = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.,";

    // Two bytes, three bytes, and a pair of surrogates in UTF-8.
    private static readonly string[] s_wide = ["é", "ß", "ж", "語", "한", "€", "😀"];

    private readonly char[] _text = new char[(dials.StringLength * 2) + 2];

    /// <summary>The dials.</summary>
    public CaseDials Dials { get; } = dials;

    /// <summary>The generator that all draws share.</summary>
    public Pcg32 Random { get; } = new(dials.Seed);

    /// <summary>Text of half to one and a half times the mean length.</summary>
    public string Text()
    {
        int mean = Dials.StringLength;
        int length = mean < 2 ? mean : (mean / 2) + Random.Below(mean + 1);
        int at = 0;
        while (at < length)
        {
            if (Random.Chance(Dials.NonAsciiPercent))
            {
                string wide = s_wide[Random.Below(s_wide.Length)];
                wide.CopyTo(_text.AsSpan(at));
                at += wide.Length;
            }
            else
            {
                _text[at] = Random.Chance(Dials.EntropyPercent) ? Ascii[Random.Below(Ascii.Length)] : Ascii[at % 26];
                at++;
            }
        }

        return new string(_text, 0, at);
    }

    /// <summary>Text, or null as often as the dials say.</summary>
    public string? TextOrNull() => IsNull() ? null : Text();

    /// <summary>Whether a member that may be null is.</summary>
    public bool IsNull() => Random.Chance(Dials.NullPercent);

    /// <summary>Bytes: a random part, the rest repeats.</summary>
    public byte[] Bytes(int length)
    {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
            bytes[i] = Random.Chance(Dials.EntropyPercent) ? (byte)Random.Next() : (byte)('a' + (i % 26));
        return bytes;
    }

    /// <summary>A moment in UTC in the years 2000 to 2039, whole milliseconds.</summary>
    public DateTime Moment() => new DateTime(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMilliseconds(Math.Floor(Random.NextDouble() * 1.26e12));

    /// <summary>One of several.</summary>
    public T OneOf<T>(params ReadOnlySpan<T> values) => values[Random.Below(values.Length)];
}
