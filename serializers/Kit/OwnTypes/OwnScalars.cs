using System.Globalization;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Texts, numbers, dates and the like: values without members of their own.</summary>
internal static class OwnScalars
{
    /// <summary>Whether a type is one.</summary>
    public static bool Is(Type type) => type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(decimal) || type == typeof(DateTime)
        || type == typeof(DateTimeOffset) || type == typeof(TimeSpan) || type == typeof(Guid) || type == typeof(DateOnly) || type == typeof(TimeOnly)
        || type == typeof(Uri) || type == typeof(Version) || type == typeof(Half) || type == typeof(Int128) || type == typeof(UInt128)
        || type == typeof(System.Numerics.BigInteger) || type == typeof(byte[]);

    /// <summary>Whether a type is one that some serializers know nothing of: it came after them, or is used seldom.</summary>
    public static bool IsSeldom(Type type) => type == typeof(Int128) || type == typeof(UInt128) || type == typeof(Half) || type == typeof(DateOnly) || type == typeof(TimeOnly)
        || type == typeof(System.Numerics.BigInteger) || type == typeof(Version) || type == typeof(Uri) || type == typeof(nint) || type == typeof(nuint);

    /// <summary>The value that a part of a sample says; null when it says none of that type.</summary>
    public static object? Read(JsonPart part, Type type)
    {
        try
        {
            return part.Kind switch
            {
                JsonPartKind.Flag => type == typeof(bool) ? part.Text == "true" : null,
                JsonPartKind.Number => type == typeof(string) ? null : FromNumber(part.Text, type),
                JsonPartKind.Text => FromText(part.Text, type),
                _ => null,
            };
        }
        catch (Exception reason) when (reason is FormatException or OverflowException or ArgumentException or InvalidCastException)
        {
            return null;
        }
    }

    private static object? FromNumber(string digits, Type type)
    {
        if (type.IsEnum)
            return Enum.ToObject(type, long.Parse(digits, CultureInfo.InvariantCulture));
        if (type == typeof(Half))
            return Half.Parse(digits, CultureInfo.InvariantCulture) is var half && Half.IsFinite(half) ? half : null;
        if (type == typeof(Int128))
            return Int128.Parse(digits, CultureInfo.InvariantCulture);
        if (type == typeof(UInt128))
            return UInt128.Parse(digits, CultureInfo.InvariantCulture);
        if (type == typeof(System.Numerics.BigInteger))
            return System.Numerics.BigInteger.Parse(digits, CultureInfo.InvariantCulture);
        if (type == typeof(decimal))
            return decimal.Parse(digits, NumberStyles.Float, CultureInfo.InvariantCulture);
        if (!type.IsPrimitive || type == typeof(bool) || type == typeof(char))
            return null;
        object number = Convert.ChangeType(digits, type, CultureInfo.InvariantCulture);
        // What is too large for the type became infinity, which is another number.
        return number is double.PositiveInfinity or double.NegativeInfinity or float.PositiveInfinity or float.NegativeInfinity ? null : number;
    }

    private static object? FromText(string text, Type type)
    {
        if (type == typeof(string))
            return text;
        if (type.IsEnum)
            return Enum.Parse(type, text, ignoreCase: true);
        if (type == typeof(byte[]))
            return Convert.FromBase64String(text);
        if (type == typeof(char))
            return text.Length == 1 ? text[0] : null;
        if (type == typeof(Guid))
            return Guid.Parse(text);
        if (type == typeof(DateTime))
            return DateTime.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind);
        if (type == typeof(DateTimeOffset))
            return DateTimeOffset.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);
        if (type == typeof(TimeSpan))
            return TimeSpan.Parse(text, CultureInfo.InvariantCulture);
        if (type == typeof(DateOnly))
            return DateOnly.Parse(text, CultureInfo.InvariantCulture);
        if (type == typeof(TimeOnly))
            return TimeOnly.Parse(text, CultureInfo.InvariantCulture);
        if (type == typeof(Uri))
            return new Uri(text, UriKind.RelativeOrAbsolute);
        if (type == typeof(Version))
            return Version.Parse(text);
        return FromNumber(text, type);
    }
}
