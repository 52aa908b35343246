namespace Fathom.Serializers.Kit.Cases;

/// <summary>
/// Draws text, bytes and numbers as the dials say. Only integer arithmetic and the four operations of IEEE 754 are used: what a mathematical library rounds
/// in its own way would not be the same data everywhere.
/// </summary>
/// <param name="dials">The dials.</param>
public sealed class CaseData(CaseDials dials)
{
    private const string Ascii = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.,";

    private static readonly string[] s_syllables = ["ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "mar", "ne", "po", "qui", "ra", "sen", "tor", "va"];

    // Two bytes, three bytes, and a pair of surrogates in UTF-8.
    private static readonly string[] s_wide = ["é", "ß", "ж", "語", "한", "€", "😀"];

    private readonly char[] _text = new char[(dials.StringLength * 2) + 2];

    /// <summary>The dials.</summary>
    public CaseDials Dials { get; } = dials;

    /// <summary>The generator that all draws share.</summary>
    public Pcg32 Random { get; } = new(dials.Seed);

    /// <summary>
    /// Text of half to one and a half times the mean length. It neither starts nor ends with a space: whether such spaces survive is a matter of correctness
    /// and is asked for elsewhere.
    /// </summary>
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
                char drawn = Random.Chance(Dials.EntropyPercent) ? Ascii[Random.Below(Ascii.Length)] : Ascii[at % 26];
                _text[at] = drawn == ' ' && (at == 0 || at == length - 1) ? '_' : drawn;
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

    /// <summary>A lower-case word of two or three syllables: a part of an address, a name of a file.</summary>
    public string Word()
    {
        string word = OneOf<string>(s_syllables) + OneOf<string>(s_syllables);
        return Random.Chance(50) ? word + OneOf<string>(s_syllables) : word;
    }

    /// <summary>The name of a person or a town; as many have a character that is not ASCII as characters of text are not.</summary>
    public string Name()
    {
        string word = Word();
        string name = char.ToUpperInvariant(word[0]) + word[1..];
        return Random.Chance(Dials.NonAsciiPercent) ? name + OneOf<string>(s_wide) : name;
    }

    /// <summary>Decimal digits; the first is not 0.</summary>
    public string Digits(int count) => string.Create(count, Random, static (digits, random) =>
    {
        for (int i = 0; i < digits.Length; i++)
            digits[i] = (char)(i == 0 ? '1' + random.Below(9) : '0' + random.Below(10));
    });

    /// <summary>A telephone number.</summary>
    public string Phone() => $"({Digits(3)}) 555-{Digits(4)}";

    /// <summary>A whole number, both ends included.</summary>
    public int Between(int least, int most) => least + Random.Below(most - least + 1);

    /// <summary>A number of up to <paramref name="bits"/> bits, each length as likely as the others: most are small, as sizes and counts are.</summary>
    public int Skewed(int bits) => (int)(Random.Next() & ((1u << Random.Below(bits + 1)) - 1));

    /// <summary>An amount of money with two digits after the point.</summary>
    /// <param name="most">The largest, hundredths.</param>
    public double Money(int most) => Between(1, most) / 100.0;

    /// <summary>A fraction below 1 with all its digits, or one of 64 short ones, as the entropy says.</summary>
    public double Fraction() => Random.Chance(Dials.EntropyPercent) ? Random.NextDouble() : Random.Below(64) / 64.0;

    /// <summary>A list of what is drawn one by one.</summary>
    public List<T> Many<T>(int count, Func<CaseData, int, T> draw)
    {
        List<T> all = new(count);
        for (int i = 0; i < count; i++)
            all.Add(draw(this, i));
        return all;
    }

    /// <summary>A day in UTC in the years 2000 to 2039.</summary>
    public DateTime Day() => new DateTime(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddDays(Random.Below(14_600));

    /// <summary>A moment in UTC in the years 2000 to 2039, whole milliseconds.</summary>
    public DateTime Moment() => new DateTime(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMilliseconds(Math.Floor(Random.NextDouble() * 1.26e12));

    /// <summary>One of several.</summary>
    public T OneOf<T>(params ReadOnlySpan<T> values) => values[Random.Below(values.Length)];
}
