using System.Runtime.CompilerServices;

namespace Shop;

/// <summary>What is there of each product. The mistake: the lock is held while the warehouse is asked.</summary>
internal sealed class Stock(Warehouse warehouse)
{
    private readonly Dictionary<int, int> _reserved = [];
    private readonly Lock _gate = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Reserve(int product)
    {
        lock (_gate)
        {
            if (warehouse.Ask(product) > 0)
                _reserved[product] = _reserved.GetValueOrDefault(product) + 1;
        }
    }
}
