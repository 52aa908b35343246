using Fathom.Sources.Heap.Objects;

namespace Fathom.Sources.Inspection;

/// <summary>A Dictionary or HashSet that is broken.</summary>
/// <param name="Address">The collection.</param>
/// <param name="Type">Its type.</param>
/// <param name="Table">Its inside.</param>
/// <param name="Fault">What is wrong.</param>
internal sealed record BrokenTable(ulong Address, string Type, HashTableFacts Table, ChainFault Fault);
