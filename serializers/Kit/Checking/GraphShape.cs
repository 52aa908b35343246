using System.Collections;
using System.Collections.Immutable;
using System.Reflection;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>What a comparison has to look at in objects of a type: the elements of a container, the fields that a class holds itself, or both.</summary>
internal sealed class GraphShape
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<Type, GraphShape> s_known = [];

    private readonly object? _unset;

    private GraphShape(Type type)
    {
        IsLeaf = ExactValues.IsLeaf(type);
        // What the framework's containers hold besides their elements (capacity, versions, comparers) is not content. A class that derives from one has
        // members of its own beside the elements, and many serializers lose them.
        IsUnnamed = !IsLeaf && typeof(IEnumerable).IsAssignableFrom(type) && (type.Name.StartsWith('<') || (!type.IsVisible && type.Assembly == typeof(Enumerable).Assembly));
        Type? container = type;
        while (!IsUnnamed && container is not null && container.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) != true)
            container = container.BaseType;
        Content = IsLeaf ? ContentKind.None
            : type.IsArray ? ContentKind.Array
            : typeof(IDictionary).IsAssignableFrom(type) ? ContentKind.Map
            : Array.Exists(type.GetInterfaces(), static one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(ISet<>)) ? ContentKind.Set
            : typeof(IList).IsAssignableFrom(type) ? ContentKind.List
            : container is not null && !type.IsValueType && typeof(IEnumerable).IsAssignableFrom(type) ? ContentKind.Sequence
            : ContentKind.None;
        Type? stop = Content switch
        {
            ContentKind.None => null,
            _ when container is not null => container,
            _ => type,
        };
        List<FieldInfo> fields = [];
        for (Type? one = IsLeaf ? null : type; one is not null && one != stop && one != typeof(object) && one != typeof(ValueType); one = one.BaseType)
            fields.AddRange(one.GetFields(Declared).Where(IsData));
        Fields = [.. fields];
        Names = [.. Fields.Select(NameOf)];
        // Of what holds nothing there is no copy that could be told from it.
        HoldsNothing = Content == ContentKind.None && Fields.Length == 0;
        _unset = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableArray<>) ? Activator.CreateInstance(type) : null;
        IsImmutable = type.Namespace is "System.Collections.Immutable" or "System.Collections.Frozen";
    }

    /// <summary>Whether a value is compared as a whole.</summary>
    public bool IsLeaf { get; }

    /// <summary>What the elements are.</summary>
    public ContentKind Content { get; }

    /// <summary>The fields to compare, private ones and those of base classes too.</summary>
    public FieldInfo[] Fields { get; }

    /// <summary>The names of <see cref="Fields"/> as their author knows them.</summary>
    public string[] Names { get; }

    /// <summary>Whether there is nothing in it that could change.</summary>
    public bool HoldsNothing { get; }

    /// <summary>Whether it never changes, so that an empty one may be one object everywhere.</summary>
    public bool IsImmutable { get; }

    /// <summary>
    /// Whether it is a container whose class nobody can name: what the compiler makes of a collection expression or an iterator, what LINQ gives. No serializer can make it
    /// again, so its elements are all that counts.
    /// </summary>
    public bool IsUnnamed { get; }

    /// <summary>Whether a value is an <see cref="ImmutableArray{T}"/> that was never set, which has no elements to ask for.</summary>
    public bool IsUnset(object value) => _unset is not null && _unset.Equals(value);

    /// <summary>The shape of a type.</summary>
    public static GraphShape Of(Type type)
    {
        lock (s_known)
        {
            if (s_known.TryGetValue(type, out GraphShape? known))
                return known;
            return s_known[type] = new GraphShape(type);
        }
    }

    // A field that its author excludes from serialization is no content either.
    private static bool IsData(FieldInfo field) => !typeof(Delegate).IsAssignableFrom(field.FieldType) && !field.FieldType.IsPointer && !field.IsDefined(typeof(NonSerializedAttribute));

    /// <summary>The name of a field as its author knows it: that of the property behind which it stands.</summary>
    public static string NameOf(FieldInfo field) =>
        field.Name.StartsWith('<') && field.Name.IndexOf('>') is var end and > 1 ? field.Name[1..end] : field.Name;
}
