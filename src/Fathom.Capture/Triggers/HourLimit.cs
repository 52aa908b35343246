namespace Fathom.Capture.Triggers;

/// <summary>Lets something happen so many times in each hour, whenever the hour begins.</summary>
/// <param name="most">How many times.</param>
/// <param name="time">The clock.</param>
internal sealed class HourLimit(int most, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly List<long> _taken = [];

    /// <summary>Takes one of the times; false where all of the last hour are taken. Any thread may.</summary>
    public bool TryTake()
    {
        lock (_gate)
        {
            long now = time.GetTimestamp();
            _taken.RemoveAll(at => time.GetElapsedTime(at, now) >= TimeSpan.FromHours(1));
            if (_taken.Count >= most)
                return false;
            _taken.Add(now);
            return true;
        }
    }

    /// <summary>Gives the last one back, where it came to nothing. Any thread may.</summary>
    public void GiveBack()
    {
        lock (_gate)
        {
            // It may be older than an hour.
            if (_taken.Count > 0)
                _taken.RemoveAt(_taken.Count - 1);
        }
    }
}
