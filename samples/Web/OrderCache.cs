namespace Web;

/// <summary>Orders with the time they were made at. An entry of the dictionary has its only reference behind a hash code and the link to the next one.</summary>
internal sealed class OrderCache
{
    private const int Sparse = 5_000;

    private readonly Dictionary<int, (Order Order, DateTime Made)> _orders = [];
    private readonly Lock _gate = new();

    public int Count => _orders.Count;

    public void Fill(long bytes)
    {
        while (Count < Sparse || GC.GetTotalMemory(false) < bytes)
            Get(Count);
    }

    public Order Get(int id)
    {
        lock (_gate)
        {
            if (!_orders.TryGetValue(id, out (Order Order, DateTime Made) entry))
                _orders.Add(id, entry = (Make(id), DateTime.UtcNow));
            return entry.Order;
        }
    }

    /// <summary>Orders one after the other: a request that takes as long as one likes.</summary>
    public Order[] Page(int first, int count) => [.. Enumerable.Range(first, count).Select(Get)];

    /// <summary>As many as one likes, of those that are always there: the first come again after the last.</summary>
    public IEnumerable<Order> Over(int first, int count) => Enumerable.Range(first, count).Select(id => Get(id % Sparse));

    private static Order Make(int id) =>
        new(id, $"customer {id % 997}", [.. Enumerable.Range(0, 3).Select(line => new OrderLine($"product {(id * 7) + line}", line + 1, id / 100m))]);
}
