using System.Collections.Concurrent;
using System.Collections.Immutable;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Reads the elements of collections, and objects whose class is not the declared one.</summary>
internal static class OwnTouch
{
    private static readonly ConcurrentDictionary<Type, Func<object, long>> s_actual = new();

    // Shared objects are read once per pass; null as long as the sample is a tree, which needs no book-keeping.
    [ThreadStatic]
    private static HashSet<object>? t_seen;

    /// <summary>Reads a graph in which places share objects: each object once.</summary>
    public static long OfGraph<T>(T root)
    {
        t_seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        try
        {
            return OwnTouch<T>.Of(root);
        }
        finally
        {
            t_seen = null;
        }
    }

    /// <summary>Whether an object is one to read: in a tree always, in a graph once.</summary>
    public static bool IsNew(object value) => t_seen?.Add(value) ?? true;

    /// <summary>Reads an object by its own class.</summary>
    public static long OfActual(object value)
    {
        Type type = value.GetType();
        if (type == typeof(object))
            return 0;
        return s_actual.GetOrAdd(type, static type => typeof(OwnTouch).GetMethod(nameof(Unboxed), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!
            .MakeGenericMethod(type).CreateDelegate<Func<object, long>>())(value);
    }

    internal static long Unboxed<T>(object value) => OwnTouch<T>.Of((T)value);

    internal static long Nullable<T>(T? value)
        where T : struct => value is { } there ? OwnTouch<T>.Of(there) : 0;

    internal static long Array<T>(T[] items)
    {
        long sum = 0;
        foreach (T item in items)
            sum += OwnTouch<T>.Of(item);
        return sum;
    }

    internal static long List<T>(List<T> items)
    {
        long sum = 0;
        foreach (T item in items)
            sum += OwnTouch<T>.Of(item);
        return sum;
    }

    internal static long Immutable<T>(ImmutableArray<T> items)
    {
        long sum = 0;
        if (items.IsDefault)
            return 0;
        foreach (T item in items)
            sum += OwnTouch<T>.Of(item);
        return sum;
    }

    // An enumerator is allocated per collection: there is no other way through an interface.
    internal static long Sequence<T>(IEnumerable<T> items)
    {
        long sum = 0;
        foreach (T item in items)
            sum += OwnTouch<T>.Of(item);
        return sum;
    }

    internal static long Map<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> entries)
    {
        long sum = 0;
        foreach ((TKey key, TValue value) in entries)
            sum += OwnTouch<TKey>.Of(key) + OwnTouch<TValue>.Of(value);
        return sum;
    }
}
