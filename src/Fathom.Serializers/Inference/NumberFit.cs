using System.Globalization;

namespace Fathom.Serializers.Inference;

/// <summary>Finds the type that keeps numbers as they are written.</summary>
internal static class NumberFit
{
    private const long LargestExactInDouble = 1L << 53;

    /// <summary>The narrowest kind for one number.</summary>
    public static NumberKind Of(string digits)
    {
        bool isWhole = digits.AsSpan().IndexOfAny(".eE") < 0;
        // An integer has no minus zero.
        if (isWhole && digits != "-0" && long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long whole))
            return whole is >= int.MinValue and <= int.MaxValue ? NumberKind.Int : NumberKind.Long;
        double number = double.Parse(digits, CultureInfo.InvariantCulture);
        if (!decimal.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal exact))
            return NumberKind.Double;
        // What decimal rounds to nothing is for double.
        if (exact == 0)
            return NumberKind.Double;
        return decimal.TryParse(number.ToString("R", CultureInfo.InvariantCulture), NumberStyles.Float, CultureInfo.InvariantCulture, out decimal again) && again == exact
            ? NumberKind.Double
            : NumberKind.Decimal;
    }

    /// <summary>The kind that both fit in.</summary>
    /// <param name="a">One.</param>
    /// <param name="b">The other.</param>
    /// <param name="largest">The largest absolute value of all that were whole.</param>
    /// <param name="isBeyondDecimal">Whether one is too large or too small for a decimal.</param>
    public static NumberKind Merge(NumberKind a, NumberKind b, ulong largest, bool isBeyondDecimal)
    {
        NumberKind wide = (NumberKind)Math.Max((int)a, (int)b);
        // A whole number of more than 53 bits does not survive as a double.
        if (wide == NumberKind.Double && largest > LargestExactInDouble)
            wide = NumberKind.Decimal;
        return wide == NumberKind.Decimal && isBeyondDecimal ? NumberKind.Double : wide;
    }

    /// <summary>Whether a number is too large or too small for a decimal.</summary>
    public static bool IsBeyondDecimal(string digits) =>
        !decimal.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal exact) || (exact == 0 && double.Parse(digits, CultureInfo.InvariantCulture) != 0);
}
