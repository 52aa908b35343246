using System.Globalization;
using System.Net;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>
/// Equality of leaves by all that they hold: -0 is not 0, a date has a kind, a decimal a scale, an address the text it was written as. A NaN is a NaN, whatever its
/// payload. Keys of dictionaries are compared by it too, since a dictionary's own comparer may find keys equal that are not.
/// </summary>
internal sealed class ExactValues : IEqualityComparer<object>
{
    private const int ShownLength = 60;

    private ExactValues()
    {
    }

    /// <summary>The only one.</summary>
    public static ExactValues Instance { get; } = new();

    /// <summary>Whether values of a type are compared as a whole.</summary>
    public static bool IsLeaf(Type type) => type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(decimal) || type == typeof(DateTime)
        || type == typeof(DateTimeOffset) || type == typeof(TimeSpan) || type == typeof(Guid) || type == typeof(DateOnly) || type == typeof(TimeOnly)
        || type == typeof(Uri) || type == typeof(Version) || type == typeof(Half) || type == typeof(Int128) || type == typeof(UInt128)
        || type == typeof(BigInteger) || type == typeof(StringBuilder) || type == typeof(Rune) || typeof(CultureInfo).IsAssignableFrom(type)
        || typeof(TimeZoneInfo).IsAssignableFrom(type) || typeof(IPAddress).IsAssignableFrom(type) || typeof(Type).IsAssignableFrom(type);

    /// <inheritdoc/>
    public new bool Equals(object? expected, object? actual) => (expected, actual) switch
    {
        (null, null) => true,
        (null, _) or (_, null) => false,
        (string a, string b) => string.Equals(a, b, StringComparison.Ordinal),
        (double a, double b) => BitConverter.DoubleToInt64Bits(a) == BitConverter.DoubleToInt64Bits(b) || (double.IsNaN(a) && double.IsNaN(b)),
        (float a, float b) => BitConverter.SingleToInt32Bits(a) == BitConverter.SingleToInt32Bits(b) || (float.IsNaN(a) && float.IsNaN(b)),
        (Half a, Half b) => BitConverter.HalfToInt16Bits(a) == BitConverter.HalfToInt16Bits(b) || (Half.IsNaN(a) && Half.IsNaN(b)),
        (DateTime a, DateTime b) => a.Ticks == b.Ticks && a.Kind == b.Kind,
        (DateTimeOffset a, DateTimeOffset b) => a.EqualsExact(b),
        (decimal a, decimal b) => decimal.GetBits(a).AsSpan().SequenceEqual(decimal.GetBits(b)),
        (Uri a, Uri b) => a.OriginalString == b.OriginalString && a.IsAbsoluteUri == b.IsAbsoluteUri,
        (StringBuilder a, StringBuilder b) => a.Equals(b),
        _ => expected.GetType() == actual.GetType() && expected.Equals(actual),
    };

    /// <inheritdoc/>
    public int GetHashCode(object value) => value switch
    {
        string text => string.GetHashCode(text, StringComparison.Ordinal),
        StringBuilder text => text.Length,
        _ => value.GetHashCode(),
    };

    /// <summary>Compares two leaves of one type.</summary>
    public static Difference? Compare(MemberPath path, object expected, object actual)
    {
        if (Instance.Equals(expected, actual))
            return null;
        return new Difference(path.ToString(), IsLost(expected, actual) ? DifferenceKind.Lost : DifferenceKind.Changed, Show(expected), Show(actual));
    }

    /// <summary>A value in a few characters. Characters that a reader would not see are written as numbers.</summary>
    public static string Show(object? value)
    {
        string text = value switch
        {
            null => "null",
            string s => $"\"{Visible(s)}\"",
            char c => $"'{Visible(c.ToString())}'",
            DateTime d => $"{d:O} ({d.Kind})",
            DateTimeOffset d => d.ToString("O", CultureInfo.InvariantCulture),
            double d => d.ToString("R", CultureInfo.InvariantCulture),
            IFormattable f => f.ToString(null, CultureInfo.InvariantCulture),
            _ when IsLeaf(value.GetType()) => value.ToString() ?? "",
            _ => NameOf(value.GetType()),
        };
        return text.Length <= ShownLength ? text : string.Concat(text.AsSpan(0, ShownLength), "…");
    }

    /// <summary>A type in words: "an Int32", "a List&lt;Int32&gt;".</summary>
    public static string NameOf(Type type)
    {
        string name = Plain(type);
        return ("AEIOU".Contains(name[0], StringComparison.Ordinal) ? "an " : "a ") + name;
    }

    private static string Plain(Type type)
    {
        int generic = type.Name.IndexOf('`');
        return generic < 0 ? type.Name : $"{type.Name[..generic]}<{string.Join(", ", type.GetGenericArguments().Select(Plain))}>";
    }

    // A default in the place of something else is a loss; what differs from a default only by its sign, scale or kind was there.
    private static bool IsLost(object expected, object actual) => actual is string text
        ? text.Length == 0
        : actual.GetType().IsValueType && !expected.Equals(actual) && actual.Equals(RuntimeHelpers.GetUninitializedObject(actual.GetType()));

    private static string Visible(string text)
    {
        StringBuilder shown = new(Math.Min(text.Length, ShownLength + 10));
        for (int i = 0; i < text.Length && shown.Length <= ShownLength; i++)
        {
            char c = text[i];
            if (char.IsHighSurrogate(c) && i + 1 < text.Length && char.IsLowSurrogate(text[i + 1]))
                shown.Append(c).Append(text[++i]);
            else if (char.IsControl(c) || char.IsSurrogate(c) || c == '\ufffd')
                shown.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}");
            else
                shown.Append(c);
        }

        return shown.ToString();
    }
}
