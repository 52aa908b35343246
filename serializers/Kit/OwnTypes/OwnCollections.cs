using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.CompilerServices;

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

        if (Builder(type, element) is { } build)
            return build(items);
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

    /// <summary>A dictionary of that type, or one that <see cref="Finish"/> makes it of; null when none can be made.</summary>
    public static IDictionary? MakeMap(Type type, Type key, Type value)
    {
        Type plain = typeof(Dictionary<,>).MakeGenericType(key, value);
        Type concrete = type.IsInterface || Finisher(type, plain) is not null ? plain : type;
        return (type.IsAssignableFrom(concrete) || Finisher(type, plain) is not null) && !concrete.IsAbstract && concrete.GetConstructor(Type.EmptyTypes) is { } empty
            ? empty.Invoke(null) as IDictionary
            : null;
    }

    /// <summary>The dictionary of a type with the entries of one that <see cref="MakeMap"/> gave: itself, unless the type never changes once it is made.</summary>
    public static object Finish(Type type, IDictionary filled) => type.IsInstanceOfType(filled) ? filled : Finisher(type, filled.GetType())!(filled);

    // Makes a dictionary that cannot be filled: those of System.Collections.Immutable, and whatever takes a dictionary.
    private static Func<object, object>? Finisher(Type type, Type filled)
    {
        if (type.IsAssignableFrom(filled) || type.GetConstructor(Type.EmptyTypes) is not null)
            return null;
        if (type.IsGenericType && type.Namespace == "System.Collections.Immutable")
        {
            Type made = type.GetGenericTypeDefinition() == typeof(ImmutableSortedDictionary<,>) ? typeof(ImmutableSortedDictionary) : typeof(ImmutableDictionary);
            MethodInfo create = Array.Find(
                made.GetMethods(),
                static one => one.Name == nameof(ImmutableDictionary.CreateRange) && one.GetParameters().Length == 1)!.MakeGenericMethod(filled.GetGenericArguments());
            return type.IsAssignableFrom(create.ReturnType) ? entries => create.Invoke(null, [entries])! : null;
        }

        return type.IsAbstract ? null
            : Array.Find(type.GetConstructors(), one => one.GetParameters() is [{ } only] && only.ParameterType.IsAssignableFrom(filled)) is { } constructor ? entries => constructor.Invoke([entries])
            : null;
    }

    // The method that the type itself names for collection expressions: of ImmutableArray and its like, and of the user's own.
    private static Func<List<object?>, object>? Builder(Type type, Type element)
    {
        if (type.GetConstructor(Type.EmptyTypes) is not null || type.GetCustomAttribute<CollectionBuilderAttribute>() is not { } named)
            return null;
        Type[] arguments = type.GetGenericArguments();
        foreach (MethodInfo one in named.BuilderType.GetMethods(BindingFlags.Static | BindingFlags.Public).Where(one => one.Name == named.MethodName))
        {
            if (one.GetGenericArguments().Length != arguments.Length)
                continue;
            MethodInfo create = one.IsGenericMethodDefinition ? one.MakeGenericMethod(arguments) : one;
            if (create.GetParameters() is [{ } only] && only.ParameterType == typeof(ReadOnlySpan<>).MakeGenericType(element) && type.IsAssignableFrom(create.ReturnType))
            {
                MethodInfo way = typeof(OwnCollections).GetMethod(nameof(Build), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(element, create.ReturnType);
                return items => way.Invoke(null, [create, items])!;
            }
        }

        return null;
    }

    private delegate TCollection SpanBuilder<TElement, TCollection>(ReadOnlySpan<TElement> items);

    private static TCollection Build<TElement, TCollection>(MethodInfo create, List<object?> items) =>
        create.CreateDelegate<SpanBuilder<TElement, TCollection>>()([.. items.Select(static item => (TElement)item!)]);

    private static bool Implements(Type type, Type open) => type.IsGenericType && type.GetGenericTypeDefinition() == open;

    private static Type[]? Argument(Type type, Type open)
    {
        if (Implements(type, open))
            return type.GetGenericArguments();
        return Array.Find(type.GetInterfaces(), one => Implements(one, open))?.GetGenericArguments();
    }
}
