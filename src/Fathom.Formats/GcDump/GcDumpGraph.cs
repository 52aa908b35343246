namespace Fathom.Formats.GcDump;

/// <summary>The nodes of a gcdump file: objects, and the pseudo nodes under which the writer hung the roots.</summary>
/// <param name="Types">All types; index 0 is that of undefined nodes.</param>
/// <param name="TypeOf">Type index of each node.</param>
/// <param name="SizeOf">Size of each node in bytes, as the file has it.</param>
/// <param name="AddressOf">Address of each node in the target, 0 for pseudo nodes.</param>
/// <param name="FirstChild">Where the children of each node begin in <paramref name="Children"/>; one entry more than nodes.</param>
/// <param name="Children">Node indices, in the order of the file, duplicates kept.</param>
/// <param name="Root">The node from which everything hangs.</param>
public sealed record GcDumpGraph(GcDumpType[] Types, int[] TypeOf, int[] SizeOf, ulong[] AddressOf, int[] FirstChild, int[] Children, int Root)
{
    /// <summary>Number of nodes.</summary>
    public int NodeCount => TypeOf.Length;

    /// <summary>The children of a node.</summary>
    public ReadOnlySpan<int> ChildrenOf(int node) => Children.AsSpan(FirstChild[node], FirstChild[node + 1] - FirstChild[node]);
}
