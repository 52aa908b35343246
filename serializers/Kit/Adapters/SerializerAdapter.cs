using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.Kit.Adapters;

/// <summary>A serializer with its settings. Constructing it does no work that a first call would have to pay for in a real program.</summary>
public abstract class SerializerAdapter
{
    /// <summary>What it is. Asking loads the library.</summary>
    public abstract SerializerDescription Describe();

    /// <summary>Makes what serializes a type. Work that a real program does once per type at its start belongs here or into the first call, never into a static field.</summary>
    /// <typeparam name="T">The type of the root.</typeparam>
    /// <exception cref="NotSupportedException">The serializer cannot take the type; the message says what it needs.</exception>
    public abstract Codec<T> Create<T>()
        where T : class;

    /// <summary>
    /// What a type that it did not take as it is needs, found in its declaration: "[Serializable] on Order, Line". Null where nothing is found; a serializer that
    /// takes no type without a schema or generated code says so in the exception of <see cref="Create"/> instead.
    /// </summary>
    /// <param name="types">The user's classes.</param>
    public virtual string? Needs(DeclaredTypes types) => null;
}
