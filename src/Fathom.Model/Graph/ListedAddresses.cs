namespace Fathom.Model.Graph;

/// <summary>Addresses of the objects of a graph, one by one.</summary>
/// <param name="addresses">By object number; they do not fall.</param>
public sealed class ListedAddresses(ulong[] addresses) : IObjectAddresses
{
    /// <inheritdoc/>
    public ulong AddressOf(uint number) => addresses[number];

    /// <inheritdoc/>
    public bool TryFind(ulong address, out uint number)
    {
        int index = Array.BinarySearch(addresses, address);
        number = (uint)index;
        return index >= 0;
    }
}
