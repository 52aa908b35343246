namespace Shop;

/// <summary>Takes orders, one after the other on each worker.</summary>
internal sealed class Checkout(Stock stock)
{
    private int _taken;

    public int Taken => Volatile.Read(ref _taken);

    public void Work()
    {
        while (true)
            Take(Interlocked.Increment(ref _taken));
    }

    private void Take(int order) => stock.Reserve(order % 100);
}
