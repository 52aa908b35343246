namespace Fathom.Model.Profiles;

/// <summary>Pieces of time inside a window, each moment once: pieces that overlap or touch are one.</summary>
public sealed class TimeSet
{
    private readonly TimeSlice[] _slices;

    private TimeSet(TimeSlice[] slices) => _slices = slices;

    /// <summary>The pieces, in order.</summary>
    public IReadOnlyList<TimeSlice> Slices => _slices;

    /// <summary>Their length together.</summary>
    public long DurationNs
    {
        get
        {
            long all = 0;
            foreach (TimeSlice slice in _slices)
                all += slice.DurationNs;
            return all;
        }
    }

    /// <summary>Joins pieces; what lies outside of the window is cut off.</summary>
    public static TimeSet Of(IEnumerable<TimeSlice> slices, TimeSlice window)
    {
        List<TimeSlice> joined = [];
        foreach (TimeSlice slice in slices.Select(slice => slice.Within(window)).Where(static slice => slice.DurationNs > 0).OrderBy(static slice => slice.StartNs))
        {
            if (joined.Count > 0 && slice.StartNs <= joined[^1].EndNs)
                joined[^1] = joined[^1] with { EndNs = Math.Max(joined[^1].EndNs, slice.EndNs) };
            else
                joined.Add(slice);
        }

        return new TimeSet([.. joined]);
    }

    /// <summary>What is in this one and not in another.</summary>
    public TimeSet Without(TimeSet other)
    {
        List<TimeSlice> left = [];
        int at = 0;
        foreach (TimeSlice slice in _slices)
        {
            long start = slice.StartNs;
            while (at < other._slices.Length && other._slices[at].EndNs <= start)
                at++;
            for (int i = at; i < other._slices.Length && other._slices[i].StartNs < slice.EndNs; i++)
            {
                if (other._slices[i].StartNs > start)
                    left.Add(new TimeSlice(start, other._slices[i].StartNs));
                start = Math.Max(start, other._slices[i].EndNs);
            }

            if (start < slice.EndNs)
                left.Add(slice with { StartNs = start });
        }

        return new TimeSet([.. left]);
    }

    /// <summary>Whether a moment is in one of the pieces.</summary>
    public bool Contains(long ns)
    {
        int low = 0, high = _slices.Length - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (ns < _slices[middle].StartNs)
                high = middle - 1;
            else if (ns >= _slices[middle].EndNs)
                low = middle + 1;
            else
                return true;
        }

        return false;
    }
}
