using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>
/// Compares two object graphs member by member, private fields and those of base classes too, with the identity of shared objects if asked for. It works with
/// a list of pairs that are still to be compared instead of recursion, so that depth does not overflow the stack. Of a container of the framework the elements
/// are compared, not its capacity or comparer.
/// </summary>
public sealed class DeepComparer
{
    private readonly bool _identity;
    private readonly bool _fresh;
    private readonly Stack<(MemberPath Path, object? Expected, object? Actual)> _pending = new();
    private readonly Dictionary<object, object> _twins = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<object, object> _origins = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<(ObjectKey Expected, ObjectKey Actual)> _morePairs = [];

    private DeepComparer(bool identity, bool fresh)
    {
        _identity = identity;
        _fresh = fresh;
    }

    /// <summary>The first difference; null when there is none.</summary>
    /// <param name="expected">What was given.</param>
    /// <param name="actual">What came back.</param>
    /// <param name="identity">Whether two places that shared an object must share one again, and no others may.</param>
    /// <param name="fresh">Whether what came back must be new objects: one that was given was never written and read.</param>
    public static Difference? Compare(object? expected, object? actual, bool identity = false, bool fresh = false)
    {
        DeepComparer comparer = new(identity, fresh);
        comparer._pending.Push((MemberPath.Root, expected, actual));
        while (comparer._pending.TryPop(out (MemberPath Path, object? Expected, object? Actual) pair))
        {
            if (comparer.CompareOne(pair.Path, pair.Expected, pair.Actual) is { } difference)
                return difference;
        }

        return null;
    }

    private Difference? CompareOne(MemberPath path, object? expected, object? actual)
    {
        if (expected is null || actual is null)
        {
            return ReferenceEquals(expected, actual)
                ? null
                : new Difference(path.ToString(), actual is null ? DifferenceKind.Lost : DifferenceKind.Changed, ExactValues.Show(expected), ExactValues.Show(actual));
        }

        Type type = expected.GetType();
        if (actual.GetType() != type)
        {
            if (IsMadeByCompiler(expected, type, actual))
                return CompareLists(path, Listed(expected), Listed(actual));
            // What came back as its base class has lost what the derived class has.
            DifferenceKind kind = actual.GetType().IsAssignableFrom(type) ? DifferenceKind.Lost : DifferenceKind.Changed;
            return new Difference(path.ToString(), kind, ExactValues.NameOf(type), ExactValues.NameOf(actual.GetType())) { IsOfType = true };
        }

        GraphShape shape = GraphShape.Of(type);
        if (shape.IsLeaf)
            return ExactValues.Compare(path, expected, actual);
        if (shape.IsUnset(expected) || shape.IsUnset(actual))
        {
            return shape.IsUnset(expected) == shape.IsUnset(actual)
                ? null
                : new Difference(path.ToString(), shape.IsUnset(actual) ? DifferenceKind.Lost : DifferenceKind.Changed, Unset(shape, expected), Unset(shape, actual));
        }

        if (!type.IsValueType && !IsInert(shape, expected))
        {
            if (_fresh && ReferenceEquals(expected, actual))
                return new Difference(path.ToString(), DifferenceKind.Changed, "an object", "the same object, not one that was read");
            if (SeenBefore(path, expected, actual, out Difference? difference))
                return difference;
        }

        return CompareContent(path, shape, expected, actual) ?? PushFields(path, shape, expected, actual);
    }

    // A collection expression behind an interface is of a class that has no name or, where it is empty, an empty array. Nothing asks for that class again.
    private static bool IsMadeByCompiler(object expected, Type type, object actual) => actual is IEnumerable and not string
        && (GraphShape.Of(type).IsUnnamed || (expected is Array { Length: 0, Rank: 1 } && typeof(IEnumerable<>).MakeGenericType(type.GetElementType()!).IsInstanceOfType(actual)));

    private static string Unset(GraphShape shape, object value) => shape.IsUnset(value) ? "an ImmutableArray that is not set" : "one with elements";

    // One empty array serves everybody, as does an object without content: sharing them means nothing.
    private static bool IsInert(GraphShape shape, object value) => shape.HoldsNothing || value is Array { Length: 0 } || (shape.IsImmutable && value is ICollection { Count: 0 });

    private bool SeenBefore(MemberPath path, object expected, object actual, out Difference? difference)
    {
        difference = null;
        if (_twins.TryGetValue(expected, out object? twin))
        {
            if (ReferenceEquals(twin, actual))
                return true;
            if (_identity)
            {
                difference = new Difference(path.ToString(), DifferenceKind.Changed, "an object that another place shares", "an object of its own");
                return true;
            }

            // Every pair is compared once, so that cycles of unlike lengths come to an end.
            return !_morePairs.Add((new(expected), new(actual)));
        }

        _twins.Add(expected, actual);
        if (_identity && !_origins.TryAdd(actual, expected))
        {
            difference = new Difference(path.ToString(), DifferenceKind.Changed, "an object of its own", "an object that another place shares");
            return true;
        }

        return false;
    }

    private Difference? CompareContent(MemberPath path, GraphShape shape, object expected, object actual) => shape.Content switch
    {
        ContentKind.Array => CompareArrays(path, (Array)expected, (Array)actual),
        ContentKind.Map => CompareMaps(path, (IDictionary)expected, (IDictionary)actual),
        ContentKind.Set => CompareSets(path, (IEnumerable)expected, (IEnumerable)actual),
        ContentKind.List => CompareLists(path, (IList)expected, (IList)actual),
        ContentKind.Sequence => CompareLists(path, Listed(expected), Listed(actual)),
        _ => null,
    };

    private static List<object?> Listed(object sequence) => [.. ((IEnumerable)sequence).Cast<object?>()];

    private Difference? CompareArrays(MemberPath path, Array expected, Array actual)
    {
        for (int dimension = 0; dimension < expected.Rank; dimension++)
        {
            if (expected.GetLength(dimension) != actual.GetLength(dimension))
                return Length(path, expected.GetLength(dimension), actual.GetLength(dimension));
            if (expected.GetLowerBound(dimension) != actual.GetLowerBound(dimension))
                return new Difference(path.ToString(), DifferenceKind.Changed, "an array with its bounds", "one with others");
        }

        // Arrays of numbers with the same bytes are equal; most are, and are long.
        if (expected.GetType().GetElementType()!.IsPrimitive && BytesOf(expected).SequenceEqual(BytesOf(actual)))
            return null;
        return expected.Rank == 1 ? CompareLists(path, expected, actual) : CompareLists(path, Listed(expected), Listed(actual));
    }

    private static ReadOnlySpan<byte> BytesOf(Array array) =>
        MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetArrayDataReference(array), Buffer.ByteLength(array));

    private Difference? CompareLists(MemberPath path, IList expected, IList actual)
    {
        if (expected.Count != actual.Count)
            return Length(path, expected.Count, actual.Count);
        bool all = true;
        for (int i = 0; i < expected.Count; i++)
        {
            if (!TryLeaves(expected[i], actual[i], out bool equal))
                all = false;
            else if (!equal)
                return ExactValues.Compare(path.Element(i), expected[i]!, actual[i]!);
        }

        // From the end, so that the first one is compared first.
        for (int i = expected.Count - 1; i >= 0 && !all; i--)
        {
            object? a = expected[i], b = actual[i];
            if (!TryLeaves(a, b, out _))
                _pending.Push((path.Element(i), a, b));
        }

        return null;
    }

    // Leaves need no way of their own until they differ: lists of a million numbers are common.
    private static bool TryLeaves(object? expected, object? actual, out bool equal)
    {
        if (expected is null && actual is null)
            return equal = true;
        equal = false;
        if (expected is null || actual is null || expected.GetType() != actual.GetType() || !GraphShape.Of(expected.GetType()).IsLeaf)
            return false;
        equal = ExactValues.Instance.Equals(expected, actual);
        return true;
    }

    private Difference? CompareMaps(MemberPath path, IDictionary expected, IDictionary actual)
    {
        if (expected.Count != actual.Count)
            return Length(path, expected.Count, actual.Count);
        ElementPool left = new();
        foreach (DictionaryEntry entry in actual)
            left.Add(entry.Key, entry.Value);
        foreach (DictionaryEntry entry in expected)
        {
            MemberPath here = path.Member($"[{ExactValues.Show(entry.Key)}]");
            if (!left.TryTake(entry.Key, out object? key, out object? value))
                return new Difference(here.ToString(), DifferenceKind.Lost, "an entry", "none");
            _pending.Push((here, entry.Value, value));
            if (!GraphShape.Of(entry.Key.GetType()).IsLeaf)
                _pending.Push((here, entry.Key, key));
        }

        return null;
    }

    private Difference? CompareSets(MemberPath path, IEnumerable expected, IEnumerable actual)
    {
        ElementPool left = new();
        foreach (object? item in actual)
            left.Add(item, null);
        int count = 0, total = left.Count;
        foreach (object? item in expected)
        {
            count++;
            MemberPath here = path.Member($"[{ExactValues.Show(item)}]");
            if (!left.TryTake(item, out object? twin, out _))
                return new Difference(here.ToString(), DifferenceKind.Lost, "an element", "none");
            if (item is not null && !GraphShape.Of(item.GetType()).IsLeaf)
                _pending.Push((here, item, twin));
        }

        return left.Count == 0 ? null : Length(path, count, total);
    }

    private Difference? PushFields(MemberPath path, GraphShape shape, object expected, object actual)
    {
        FieldInfo[] fields = shape.Fields;
        for (int i = fields.Length - 1; i >= 0; i--)
        {
            object? a = fields[i].GetValue(expected), b = fields[i].GetValue(actual);
            if (!TryLeaves(a, b, out bool equal))
                _pending.Push((path.Member(shape.Names[i]), a, b));
            else if (!equal)
                return ExactValues.Compare(path.Member(shape.Names[i]), a!, b!);
        }

        return null;
    }

    private static Difference Length(MemberPath path, int expected, int actual) => new(
        path.ToString(), actual < expected ? DifferenceKind.Lost : DifferenceKind.Changed,
        string.Create(CultureInfo.InvariantCulture, $"{expected} elements"), string.Create(CultureInfo.InvariantCulture, $"{actual}"));
}
