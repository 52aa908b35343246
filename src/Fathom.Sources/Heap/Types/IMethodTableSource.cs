namespace Fathom.Sources.Heap.Types;

/// <summary>Knows which addresses are method tables. Asked once for each address that looks like one.</summary>
internal interface IMethodTableSource
{
    /// <summary>Reads the sizes of a type.</summary>
    /// <param name="address">The supposed method table.</param>
    /// <param name="baseSize">Size of an object without its components, in bytes.</param>
    /// <param name="componentSize">Size of one component, in bytes; 0 for types without.</param>
    /// <returns>False when there is no method table.</returns>
    bool TryGetSizes(ulong address, out uint baseSize, out uint componentSize);
}
