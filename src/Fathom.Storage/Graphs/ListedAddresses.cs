using Fathom.Model.Graph;

namespace Fathom.Storage.Graphs;

/// <summary>Addresses of the objects of a graph, one by one.</summary>
/// <param name="addresses">By object number; they grow.</param>
internal sealed class ListedAddresses(ulong[] addresses) : IObjectAddresses
{
    public ulong AddressOf(uint number) => addresses[number];

    public bool TryFind(ulong address, out uint number)
    {
        int index = Array.BinarySearch(addresses, address);
        number = (uint)index;
        return index >= 0;
    }
}
