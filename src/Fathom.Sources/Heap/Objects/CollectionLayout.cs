using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>
/// Where a type of collection keeps what it holds. Made once per type; reading an instance reads the target's memory only, and trusts nothing in it:
/// counts are compared with the arrays, arrays with their segments.
/// </summary>
/// <param name="kind">What it is.</param>
/// <param name="type">The collection type of the base library; the type of an instance may derive from it.</param>
/// <param name="memory">The target's memory.</param>
/// <param name="arrays">Reads arrays.</param>
internal abstract class CollectionLayout(CollectionKind kind, ClrType type, ITargetMemory memory, ArrayReader arrays)
{
    // An object's fields start behind its method table; the offsets of ClrMD do not count that.
    private const int MethodTableSize = 8;

    public CollectionKind Kind { get; } = kind;

    /// <summary>The collection type of the base library.</summary>
    public ClrType Type { get; } = type;

    private protected ITargetMemory Memory { get; } = memory;

    private protected ArrayReader Arrays { get; } = arrays;

    /// <summary>Reads count and capacity of an instance.</summary>
    /// <param name="address">The collection.</param>
    /// <param name="facts">What it says of itself; as far as it could be read where there is trouble.</param>
    /// <returns>What is wrong with it, or null: it cannot be read, or says what cannot be, such as a count above the capacity.</returns>
    public abstract string? TryRead(ulong address, out CollectionFacts facts);

    /// <summary>Lists a part of an instance's elements, in the order of enumeration.</summary>
    /// <param name="address">The collection.</param>
    /// <param name="skip">Elements to pass.</param>
    /// <param name="take">Most elements to list.</param>
    /// <param name="entries">Gets the elements.</param>
    /// <returns>What is wrong with the collection, or null. The entries before the place that is wrong are listed.</returns>
    public abstract string? List(ulong address, int skip, int take, List<CollectionEntry> entries);

    /// <summary>Offset of a field from an object's address.</summary>
    /// <exception cref="MissingFieldException">This version of the base library has no such field.</exception>
    private protected static int OffsetOf(ClrType type, params ReadOnlySpan<string> names) => MethodTableSize + FieldOf(type, names).Offset;

    /// <summary>The field with one of some names, in different versions of the base library.</summary>
    /// <exception cref="MissingFieldException">There is none.</exception>
    private protected static ClrInstanceField FieldOf(ClrType type, params ReadOnlySpan<string> names)
    {
        foreach (ClrInstanceField field in type.Fields)
        {
            if (names.Contains(field.Name))
                return field;
        }

        throw new MissingFieldException(type.Name, names[0]);
    }

    private protected static string Unreadable => "its memory cannot be read";

    private protected static string NoArray => "its array field does not hold an array";
}
