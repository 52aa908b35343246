using System.Reflection;

namespace Fathom.Testing;

/// <summary>All live objects of this process by type, exactly, at the moment of a forced collection.</summary>
/// <remarks>
/// The runtime tells each live object as an event while it collects; a count takes 0.3 to 0.5 s per million objects, for up
/// to a fifth of which the process stands still. The events come through the process's own diagnostic port: an in-process listener gets them without their content.
/// What a local variable still holds is live: in a debug build that is to the end of the method. A result keeps the assemblies that were loaded from being
/// unloaded, as long as it is held itself.
/// </remarks>
public sealed class LiveInstances
{
    // What lies between objects is told as one; it has no type that anybody could ask for.
    private const string Unused = "Free";

    private readonly Dictionary<string, InstanceCount> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<nint, long> _counts = [];
    private readonly Assembly[] _held;

    internal LiveInstances(IEnumerable<(HeapClass Class, string Type, long Count)> objects, Assembly[] held)
    {
        _held = held;
        foreach ((HeapClass its, string type, long count) in objects)
        {
            // A type of two assemblies or load contexts can have the same name twice.
            InstanceCount known = _types.GetValueOrDefault(type) ?? new InstanceCount(type, 0, 0);
            _types[type] = known with { Count = known.Count + count, Bytes = known.Bytes + count * its.SizeBytes };
            if (type != Unused)
                _counts[(nint)its.Type] = _counts.GetValueOrDefault((nint)its.Type) + count;
        }
    }

    /// <summary>All types, the one with most bytes first. Each object counts once, for its own type.</summary>
    public IReadOnlyList<InstanceCount> Types => [.. _types.Values.OrderByDescending(t => t.Bytes).ThenBy(t => t.Type, StringComparer.Ordinal)];

    /// <summary>Counts the live objects of all types.</summary>
    /// <exception cref="InvalidOperationException">The runtime does not tell; the message says why.</exception>
    public static LiveInstances Count() => HeapCount.Take();

    /// <summary>Counts the live objects that are a <typeparamref name="T"/>: of this type, and of all that derive from it or implement it.</summary>
    /// <typeparam name="T">A class, an interface, a delegate or an array.</typeparam>
    /// <exception cref="InvalidOperationException">The runtime does not tell; the message says why.</exception>
    public static long Of<T>()
        where T : class => Of(typeof(T));

    /// <summary>Counts the live objects that are of a type, as <see cref="this[Type]"/> does; it takes open generics too, such as <c>typeof(Cache&lt;,&gt;)</c>.</summary>
    /// <param name="type">Any type of which there can be objects.</param>
    /// <exception cref="ArgumentException">There can be no objects of the type.</exception>
    /// <exception cref="InvalidOperationException">The runtime does not tell; the message says why.</exception>
    public static long Of(Type type)
    {
        TypeMatch match = new(type);
        return Count().Sum(match);
    }

    /// <summary>Counts the live objects of exactly this type; those that derive from it do not count.</summary>
    /// <typeparam name="T">A class, a delegate or an array that is not abstract.</typeparam>
    /// <exception cref="ArgumentException">No object can be of exactly this type: it is an interface or abstract.</exception>
    /// <exception cref="InvalidOperationException">The runtime does not tell; the message says why.</exception>
    public static long OfExactly<T>()
        where T : class
    {
        TypeMatch.ThrowUnlessExact(typeof(T));
        return Count().Exactly(typeof(T));
    }

    /// <summary>
    /// Live objects that are of a type, as C#'s <c>is</c> has it: of the type itself, of all that derive from it or implement it, and, of an open generic type
    /// such as <c>typeof(Cache&lt;,&gt;)</c>, of all that are made from it. A struct counts where it is boxed.
    /// </summary>
    /// <param name="type">Any type of which there can be objects.</param>
    /// <exception cref="ArgumentException">There can be no objects of the type.</exception>
    public long this[Type type] => Sum(new TypeMatch(type));

    /// <summary>Live objects of exactly this type; those that derive from it do not count.</summary>
    /// <param name="type">A type that is not abstract, not an interface and not an open generic.</param>
    /// <exception cref="ArgumentException">No object can be of exactly this type.</exception>
    public long Exactly(Type type)
    {
        TypeMatch.ThrowUnlessExact(type);
        return _counts.GetValueOrDefault(type.TypeHandle.Value);
    }

    private long Sum(TypeMatch match)
    {
        long sum = 0;
        foreach ((nint number, long count) in _counts)
        {
            if (Type.GetTypeFromHandle(RuntimeTypeHandle.FromIntPtr(number)) is { } type && match.Fits(type))
                sum += count;
        }

        GC.KeepAlive(_held);
        return sum;
    }
}
