using Fathom.Model.Profiles;

namespace Fathom.Serializers.Profiles;

/// <summary>Pauses for samples, with what the sample in each says of it: a thread in native code ran on.</summary>
internal sealed class PauseList
{
    private readonly TracedSuspension[] _pauses;
    private readonly bool[] _ranOn;

    /// <param name="pauses">The pauses, in any order.</param>
    public PauseList(IEnumerable<TracedSuspension> pauses)
    {
        _pauses = [.. pauses.OrderBy(static one => one.Time.StartNs)];
        _ranOn = new bool[_pauses.Length];
    }

    /// <summary>The times that the thread stood still: of all pauses but those that it ran on in.</summary>
    public IEnumerable<TimeSlice> Standstill => _pauses.Where((one, i) => !_ranOn[i] && one.StoppedNs is not null).Select(static one => one.Time with { StartNs = one.StoppedNs!.Value });

    /// <summary>Pauses in which the thread stood still from a moment on that the events do not say.</summary>
    public IEnumerable<TimeSlice> NotKnown => _pauses.Where((one, i) => !_ranOn[i] && one.StoppedNs is null).Select(static one => one.Time);

    /// <summary>Takes the sample of the thread into account.</summary>
    /// <param name="ns">When it was taken, nanoseconds.</param>
    /// <param name="isManaged">Whether the thread was in managed code.</param>
    /// <returns>The time in which the thread is known to have been where the sample found it; null where that is but the moment.</returns>
    public TimeSlice? Take(long ns, bool isManaged)
    {
        int at = Find(ns);
        if (at < 0)
            return null;
        _ranOn[at] |= !isManaged;
        return isManaged && _pauses[at].StoppedNs is { } stopped ? _pauses[at].Time with { EndNs = stopped } : null;
    }

    // Index of the pause that holds a moment; -1 for none.
    private int Find(long ns)
    {
        int low = 0, high = _pauses.Length - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (ns < _pauses[middle].Time.StartNs)
                high = middle - 1;
            else if (ns > _pauses[middle].Time.EndNs)
                low = middle + 1;
            else
                return middle;
        }

        return -1;
    }
}
