namespace Store;

/// <summary>Hours of delivery, which one booking at a time may change.</summary>
internal sealed class DeliverySlots : IDisposable
{
    private readonly SemaphoreSlim _booking = new(1);
    private readonly int[] _taken = new int[31];

    public async Task<int> ReserveAsync(int day)
    {
        await _booking.WaitAsync();
        try
        {
            await Task.Delay(8);
            return ++_taken[day];
        }
        finally
        {
            _booking.Release();
        }
    }

    public void Dispose() => _booking.Dispose();
}
