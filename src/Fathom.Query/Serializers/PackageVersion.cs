using System.Globalization;
using System.Numerics;

namespace Fathom.Query.Serializers;

/// <summary>Orders versions of packages as NuGet does: number by number, a version with a word behind a hyphen before the one without (Semantic Versioning 2.0.0, 11).</summary>
internal sealed class PackageVersion : IComparer<string?>
{
    private PackageVersion()
    {
    }

    /// <summary>The only one.</summary>
    public static PackageVersion Order { get; } = new();

    /// <inheritdoc/>
    public int Compare(string? x, string? y)
    {
        (string[] numbers, string[] words) a = Parts(x ?? ""), b = Parts(y ?? "");
        int order = Compare(a.numbers, b.numbers, isShorterFirst: false);
        if (order != 0)
            return order;
        return (a.words.Length, b.words.Length) switch
        {
            (0, 0) => 0,
            (0, _) => 1,
            (_, 0) => -1,
            _ => Compare(a.words, b.words, isShorterFirst: true),
        };
    }

    // 1.2 is 1.2.0, but beta is before beta.1.
    private static int Compare(string[] a, string[] b, bool isShorterFirst)
    {
        for (int i = 0; i < Math.Max(a.Length, b.Length); i++)
        {
            if (isShorterFirst && (i >= a.Length || i >= b.Length))
                return a.Length.CompareTo(b.Length);
            int order = CompareOne(i < a.Length ? a[i] : "0", i < b.Length ? b[i] : "0");
            if (order != 0)
                return order;
        }

        return 0;
    }

    private static int CompareOne(string a, string b)
    {
        bool isNumber = BigInteger.TryParse(a, NumberStyles.None, CultureInfo.InvariantCulture, out BigInteger one);
        bool isOther = BigInteger.TryParse(b, NumberStyles.None, CultureInfo.InvariantCulture, out BigInteger other);
        return (isNumber, isOther) switch
        {
            (true, true) => one.CompareTo(other),
            (true, false) => -1,
            (false, true) => 1,
            _ => string.Compare(a, b, StringComparison.OrdinalIgnoreCase),
        };
    }

    private static (string[] Numbers, string[] Words) Parts(string version)
    {
        string plain = version.Split('+')[0];
        int hyphen = plain.IndexOf('-', StringComparison.Ordinal);
        return hyphen < 0 ? (plain.Split('.'), []) : (plain[..hyphen].Split('.'), plain[(hyphen + 1)..].Split('.'));
    }
}
