using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>
/// Compares two object graphs member by member, private fields too, with the identity of shared objects if asked for. It works with a list of pairs that
/// are still to be compared instead of recursion, so that depth does not overflow the stack.
/// </summary>
public sealed class DeepComparer
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private const int ShownLength = 60;

    private static readonly Dictionary<Type, FieldInfo[]> s_fields = [];

    private readonly bool _identity;
    private readonly Stack<(string Path, object? Expected, object? Actual)> _pending = new();
    private readonly Dictionary<object, object> _twins = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<object, object> _origins = new(ReferenceEqualityComparer.Instance);

    private DeepComparer(bool identity) => _identity = identity;

    /// <summary>The first difference; null when there is none.</summary>
    /// <param name="expected">What was given.</param>
    /// <param name="actual">What came back.</param>
    /// <param name="identity">Whether two places that shared an object must share one again, and no others may.</param>
    public static Difference? Compare(object? expected, object? actual, bool identity = false)
    {
        DeepComparer comparer = new(identity);
        comparer._pending.Push(("", expected, actual));
        while (comparer._pending.TryPop(out (string Path, object? Expected, object? Actual) pair))
        {
            if (comparer.CompareOne(pair.Path, pair.Expected, pair.Actual) is { } difference)
                return difference;
        }

        return null;
    }

    private Difference? CompareOne(string path, object? expected, object? actual)
    {
        if (expected is null || actual is null)
        {
            return ReferenceEquals(expected, actual)
                ? null
                : new Difference(path, actual is null ? DifferenceKind.Lost : DifferenceKind.Changed, Show(expected), Show(actual));
        }

        Type type = expected.GetType();
        if (actual.GetType() != type)
            return new Difference(path, DifferenceKind.Changed, $"a {type.Name}", $"a {actual.GetType().Name}");
        if (IsLeaf(type))
            return CompareLeaf(path, expected, actual);
        if (!type.IsValueType && SeenBefore(path, expected, actual, out Difference? difference))
            return difference;
        return expected switch
        {
            Array items => CompareArrays(path, items, (Array)actual),
            IDictionary map => CompareMaps(path, map, (IDictionary)actual),
            IList items => CompareLists(path, items, (IList)actual),
            _ when IsSet(type) => CompareSets(path, (IEnumerable)expected, (IEnumerable)actual),
            _ => PushFields(path, type, expected, actual),
        };
    }

    // Leaves are compared by their bits: -0 is not 0, a NaN is a NaN, a date has a kind, a decimal a scale.
    private static Difference? CompareLeaf(string path, object expected, object actual)
    {
        bool equal = (expected, actual) switch
        {
            (string a, string b) => string.Equals(a, b, StringComparison.Ordinal),
            (double a, double b) => BitConverter.DoubleToInt64Bits(a) == BitConverter.DoubleToInt64Bits(b) || (double.IsNaN(a) && double.IsNaN(b)),
            (float a, float b) => BitConverter.SingleToInt32Bits(a) == BitConverter.SingleToInt32Bits(b) || (float.IsNaN(a) && float.IsNaN(b)),
            (DateTime a, DateTime b) => a.Ticks == b.Ticks && a.Kind == b.Kind,
            (DateTimeOffset a, DateTimeOffset b) => a.EqualsExact(b),
            (decimal a, decimal b) => decimal.GetBits(a).AsSpan().SequenceEqual(decimal.GetBits(b)),
            _ => expected.Equals(actual),
        };
        if (equal)
            return null;
        bool lost = actual is "" || (actual is not string && actual.Equals(RuntimeHelpers.GetUninitializedObject(actual.GetType())));
        return new Difference(path, lost ? DifferenceKind.Lost : DifferenceKind.Changed, Show(expected), Show(actual));
    }

    private bool SeenBefore(string path, object expected, object actual, out Difference? difference)
    {
        difference = null;
        if (_twins.TryGetValue(expected, out object? twin))
        {
            if (_identity && !ReferenceEquals(twin, actual))
                difference = new Difference(path, DifferenceKind.Changed, "an object that another place shares", "an object of its own");
            return _identity || ReferenceEquals(twin, actual);
        }

        _twins.Add(expected, actual);
        if (_identity && !_origins.TryAdd(actual, expected))
        {
            difference = new Difference(path, DifferenceKind.Changed, "an object of its own", "an object that another place shares");
            return true;
        }

        return false;
    }

    private Difference? CompareArrays(string path, Array expected, Array actual)
    {
        if (expected.Length != actual.Length || expected.Rank != actual.Rank)
            return Length(path, expected.Length, actual.Length);
        if (expected is byte[] bytes)
        {
            int at = bytes.AsSpan().CommonPrefixLength((byte[])actual);
            return at == bytes.Length ? null : CompareLeaf($"{path}[{at}]", bytes[at], ((byte[])actual)[at]);
        }

        IEnumerator a = expected.GetEnumerator(), b = actual.GetEnumerator();
        for (int i = 0; a.MoveNext() && b.MoveNext(); i++)
        {
            if (Item(path, i, a.Current, b.Current) is { } difference)
                return difference;
        }

        return null;
    }

    private Difference? CompareLists(string path, IList expected, IList actual)
    {
        if (expected.Count != actual.Count)
            return Length(path, expected.Count, actual.Count);
        for (int i = 0; i < expected.Count; i++)
        {
            if (Item(path, i, expected[i], actual[i]) is { } difference)
                return difference;
        }

        return null;
    }

    // Leaves need no path of their own until they differ: lists of a million numbers are common.
    private Difference? Item(string path, int index, object? expected, object? actual)
    {
        if (expected is not null && actual is not null && expected.GetType() == actual.GetType() && IsLeaf(expected.GetType()))
            return CompareLeaf(path, expected, actual) is { } difference ? difference with { Path = $"{path}[{index}]" } : null;
        _pending.Push(($"{path}[{index}]", expected, actual));
        return null;
    }

    private Difference? CompareMaps(string path, IDictionary expected, IDictionary actual)
    {
        if (expected.Count != actual.Count)
            return Length(path, expected.Count, actual.Count);
        foreach (DictionaryEntry entry in expected)
        {
            object? twin = IsLeaf(entry.Key.GetType())
                ? actual.Contains(entry.Key) ? entry.Key : null
                : actual.Keys.Cast<object>().FirstOrDefault(key => Compare(entry.Key, key) is null);
            if (twin is null)
                return new Difference($"{path}[{Show(entry.Key)}]", DifferenceKind.Lost, "an entry", "none");
            _pending.Push(($"{path}[{Show(entry.Key)}]", entry.Value, actual[twin]));
        }

        return null;
    }

    private static Difference? CompareSets(string path, IEnumerable expected, IEnumerable actual)
    {
        List<object?> left = [.. actual.Cast<object?>()];
        int count = 0;
        foreach (object? item in expected)
        {
            count++;
            int at = left.FindIndex(candidate => Compare(item, candidate) is null);
            if (at < 0)
                return new Difference($"{path}[{Show(item)}]", DifferenceKind.Lost, "an element", "none");
            left.RemoveAt(at);
        }

        return left.Count == 0 ? null : Length(path, count, count + left.Count);
    }

    private Difference? PushFields(string path, Type type, object expected, object actual)
    {
        foreach (FieldInfo field in FieldsOf(type))
        {
            object? a = field.GetValue(expected), b = field.GetValue(actual);
            _pending.Push((path.Length == 0 ? NameOf(field) : $"{path}.{NameOf(field)}", a, b));
        }

        return null;
    }

    private static Difference Length(string path, int expected, int actual) => new(
        path, actual < expected ? DifferenceKind.Lost : DifferenceKind.Changed,
        string.Create(CultureInfo.InvariantCulture, $"{expected} elements"), string.Create(CultureInfo.InvariantCulture, $"{actual}"));

    private static bool IsLeaf(Type type) => type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(decimal) || type == typeof(DateTime)
        || type == typeof(DateTimeOffset) || type == typeof(TimeSpan) || type == typeof(Guid) || type == typeof(DateOnly) || type == typeof(TimeOnly)
        || type == typeof(Uri) || type == typeof(Version) || type == typeof(Half) || type == typeof(Int128) || type == typeof(UInt128)
        || type == typeof(System.Numerics.BigInteger) || typeof(Type).IsAssignableFrom(type);

    private static bool IsSet(Type type) => type.GetInterfaces().Any(static one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(ISet<>));

    private static FieldInfo[] FieldsOf(Type type)
    {
        lock (s_fields)
        {
            if (s_fields.TryGetValue(type, out FieldInfo[]? known))
                return known;
            List<FieldInfo> all = [];
            for (Type? one = type; one is not null && one != typeof(object); one = one.BaseType)
                all.AddRange(one.GetFields(Fields).Where(static field => !typeof(Delegate).IsAssignableFrom(field.FieldType)));
            return s_fields[type] = [.. all];
        }
    }

    private static string NameOf(FieldInfo field) =>
        field.Name.StartsWith('<') && field.Name.IndexOf('>') is var end and > 1 ? field.Name[1..end] : field.Name;

    private static string Show(object? value)
    {
        string text = value switch
        {
            null => "null",
            string s => $"\"{s}\"",
            DateTime d => $"{d:O} ({d.Kind})",
            DateTimeOffset d => d.ToString("O", CultureInfo.InvariantCulture),
            double d => d.ToString("R", CultureInfo.InvariantCulture),
            IFormattable f => f.ToString(null, CultureInfo.InvariantCulture),
            _ when IsLeaf(value.GetType()) => value.ToString() ?? "",
            _ => $"a {value.GetType().Name}",
        };
        return text.Length <= ShownLength ? text : string.Concat(text.AsSpan(0, ShownLength), "…");
    }
}
