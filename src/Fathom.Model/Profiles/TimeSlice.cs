namespace Fathom.Model.Profiles;

/// <summary>A piece of time.</summary>
/// <param name="StartNs">Its beginning, nanoseconds.</param>
/// <param name="EndNs">Its end, nanoseconds; not a part of it.</param>
public readonly record struct TimeSlice(long StartNs, long EndNs)
{
    /// <summary>Its length; 0 where it ends before it begins.</summary>
    public long DurationNs => Math.Max(0, EndNs - StartNs);

    /// <summary>What it has in common with another.</summary>
    public TimeSlice Within(TimeSlice other) => new(Math.Max(StartNs, other.StartNs), Math.Min(EndNs, other.EndNs));
}
