namespace Fathom.Capture.Triggers;

/// <summary>Lets something happen so many times in each hour, whenever the hour begins.</summary>
/// <param name="most">How many times.</param>
/// <param name="time">The clock.</param>
internal sealed class HourLimit(int most, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly Queue<long> _taken = [];

    /// <summary>Takes one of the times; false where all of the last hour are taken. Any thread may.</summary>
    public bool TryTake()
    {
        lock (_gate)
        {
            long now = time.GetTimestamp();
            while (_taken.TryPeek(out long at) && time.GetElapsedTime(at, now) >= TimeSpan.FromHours(1))
                _taken.Dequeue();
            if (_taken.Count >= most)
                return false;
            _taken.Enqueue(now);
            return true;
        }
    }
}
