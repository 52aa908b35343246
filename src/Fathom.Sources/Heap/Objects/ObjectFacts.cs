namespace Fathom.Sources.Heap.Objects;

/// <summary>One object that was looked into.</summary>
/// <param name="Address">Where it is.</param>
/// <param name="MethodTable">Its type.</param>
/// <param name="Fields">Its fields and elements, as far as they were asked for.</param>
/// <param name="ElementCount">Elements that it has: of an array or a collection, or characters of a string; null for other objects.</param>
/// <param name="Capacity">Elements that a collection has space for; null where that does not apply.</param>
/// <param name="Trouble">What is wrong with it; null for a sound object.</param>
internal sealed record ObjectFacts(ulong Address, ulong MethodTable, IReadOnlyList<ObjectField> Fields, long? ElementCount, long? Capacity, string? Trouble);
