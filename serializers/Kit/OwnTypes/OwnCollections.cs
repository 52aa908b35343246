using System.Collections;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Makes collections and dictionaries of whatever type a member has.</summary>
internal static class OwnCollections
{
    /// <summary>What a dictionary maps from and to; null when the type is none.</summary>
    public static (Type Key, Type Value)? MapOf(Type type) =>
        Argument(type, typeof(IDictionary<,>)) is { } both || (both = Argument(type, typeof(IReadOnlyDictionary<,>))) is not null ? (both[0], both[1]) : null;

    /// <summary>The type of the elements; null when the type is no collection.</summary>
    public static Type? ElementOf(Type type) => type.IsArray ? type.GetElementType() : type == typeof(string) ? null : Argument(type, typeof(IEnumerable<>))?[0];

    /// <summary>A collection of that type with those elements; null when none can be made.</summary>
    public static object? Make(Type type, Type element, List<object?> items)
    {
        if (type.IsArray)
        {
            if (type.GetArrayRank() != 1)
                return null;
            Array array = Array.CreateInstance(element, items.Count);
            for (int i = 0; i < items.Count; i++)
                array.SetValue(items[i], i);
            return array;
        }

        Type concrete = type.IsInterface ? (Implements(type, typeof(ISet<>)) ? typeof(HashSet<>) : typeof(List<>)).MakeGenericType(element) : type;
        if (!type.IsAssignableFrom(concrete) || concrete.IsAbstract)
            return null;
        if (concrete.GetConstructor(Type.EmptyTypes) is { } empty)
        {
            object made = empty.Invoke(null);
            return Fill(made, element, items) ? made : null;
        }

        // Whatever takes a sequence: ReadOnlyCollection, a collection of the user's.
        Type list = typeof(List<>).MakeGenericType(element);
        object content = Activator.CreateInstance(list)!;
        Fill(content, element, items);
        return Array.Find(concrete.GetConstructors(), one => one.GetParameters() is [{ } only] && only.ParameterType.IsAssignableFrom(list))?.Invoke([content]);
    }

    /// <summary>Adds elements to a collection that there is already; false when it has no way.</summary>
    public static bool Fill(object collection, Type element, List<object?> items)
    {
        if (collection is IList { IsFixedSize: false, IsReadOnly: false } list)
        {
            foreach (object? item in items)
                list.Add(item);
            return true;
        }

        string[] ways = ["Add", "Enqueue", "Push", "AddLast"];
        foreach (string way in ways)
        {
            if (collection.GetType().GetMethod(way, [element]) is not { } add)
                continue;
            foreach (object? item in items)
                add.Invoke(collection, [item]);
            return true;
        }

        return false;
    }

    /// <summary>A dictionary of that type; null when none can be made.</summary>
    public static IDictionary? MakeMap(Type type, Type key, Type value)
    {
        Type concrete = type.IsInterface ? typeof(Dictionary<,>).MakeGenericType(key, value) : type;
        return type.IsAssignableFrom(concrete) && !concrete.IsAbstract && concrete.GetConstructor(Type.EmptyTypes) is { } empty ? empty.Invoke(null) as IDictionary : null;
    }

    private static bool Implements(Type type, Type open) => type.IsGenericType && type.GetGenericTypeDefinition() == open;

    private static Type[]? Argument(Type type, Type open)
    {
        if (Implements(type, open))
            return type.GetGenericArguments();
        return Array.Find(type.GetInterfaces(), one => Implements(one, open))?.GetGenericArguments();
    }
}
