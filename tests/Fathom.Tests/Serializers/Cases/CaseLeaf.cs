using System.Collections;
using System.Reflection;

namespace Fathom.Tests.Serializers.Cases;

/// <summary>A text, number, date or flag somewhere in an object graph, that can be set.</summary>
internal sealed class CaseLeaf
{
    private readonly string _path;
    private readonly Type _type;
    private readonly Func<object?> _get;
    private readonly Action<object?> _set;

    private CaseLeaf(string path, Type type, Func<object?> get, Action<object?> set)
    {
        _path = path;
        _type = Nullable.GetUnderlyingType(type) ?? type;
        _get = get;
        _set = set;
    }

    public object? Value
    {
        get => _get();
        set => _set(value);
    }

    /// <summary>All leaves of a graph, each object once.</summary>
    public static List<CaseLeaf> Of(object root)
    {
        List<CaseLeaf> leaves = [];
        Walk(root, root.GetType().Name, leaves, new HashSet<object>(ReferenceEqualityComparer.Instance));
        return leaves;
    }

    /// <summary>A value that the leaf does not have, with another sum.</summary>
    public object Other() => Value switch
    {
        string text => text + "x",
        bool flag => !flag,
        int number => number + 5,
        long number => number + 5,
        byte number => (byte)(number + 5),
        float number => number + 5,
        double number => number + 5,
        DateTime moment => moment.AddTicks(1),
        Enum value => Enum.ToObject(_type, ((int)(object)value + 1) % Enum.GetValues(_type).Length),
        null when _type == typeof(string) => "x",
        null when _type == typeof(bool) => true,
        null when _type == typeof(DateTime) => new DateTime(5, DateTimeKind.Utc),
        null => Convert.ChangeType(5, _type, null),
        var other => throw new InvalidOperationException($"{_path} is a {other.GetType()}"),
    };

    public override string ToString() => _path;

    private static void Walk(object value, string path, List<CaseLeaf> leaves, HashSet<object> seen)
    {
        if (!seen.Add(value))
            return;
        switch (value)
        {
            case byte[]:
                // Touched by its length, as text is.
                break;
            case IDictionary map:
                foreach (object key in map.Keys)
                    Visit(map.GetType().GetGenericArguments()[1], $"{path}[{key}]", () => map[key], other => map[key] = other, leaves, seen);
                break;
            case IList list:
                Type element = list.GetType().IsArray ? list.GetType().GetElementType()! : list.GetType().GetGenericArguments()[0];
                for (int i = 0; i < list.Count; i++)
                {
                    int at = i;
                    Visit(element, $"{path}[{i}]", () => list[at], other => list[at] = other, leaves, seen);
                }

                break;
            default:
                foreach (PropertyInfo property in value.GetType().GetProperties())
                    Visit(property.PropertyType, $"{path}.{property.Name}", () => property.GetValue(value), other => property.SetValue(value, other), leaves, seen);
                break;
        }
    }

    private static void Visit(Type type, string path, Func<object?> get, Action<object?> set, List<CaseLeaf> leaves, HashSet<object> seen)
    {
        Type plain = Nullable.GetUnderlyingType(type) ?? type;
        if (plain.IsPrimitive || plain.IsEnum || plain == typeof(string) || plain == typeof(DateTime))
            leaves.Add(new CaseLeaf(path, type, get, set));
        else if (plain.IsValueType)
            WalkBoxed(plain, path, get, set, leaves);
        else if (get() is { } value)
            Walk(value, path, leaves, seen);
    }

    // A struct is a copy: set it back as a whole.
    private static void WalkBoxed(Type type, string path, Func<object?> get, Action<object?> set, List<CaseLeaf> leaves)
    {
        foreach (PropertyInfo property in type.GetProperties())
        {
            leaves.Add(new CaseLeaf($"{path}.{property.Name}", property.PropertyType, () => property.GetValue(get()), other =>
            {
                object box = get()!;
                property.SetValue(box, other);
                set(box);
            }));
        }
    }
}
