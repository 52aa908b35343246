namespace Fathom.Sources.Inspection;

/// <summary>A thread that is inside a method of a broken collection.</summary>
/// <param name="Table">The collection.</param>
/// <param name="Tid">Number of the thread (tid).</param>
/// <param name="Method">The method.</param>
internal sealed record ThreadInTable(ulong Table, int Tid, string Method);
