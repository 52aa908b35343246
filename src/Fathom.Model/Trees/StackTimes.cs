namespace Fathom.Model.Trees;

/// <summary>When, and in which threads, the sums of a <see cref="StackProfile"/> were measured.</summary>
/// <param name="FromNs">Begin of the time that they are of, since that of the recording.</param>
/// <param name="ToNs">Its end.</param>
/// <param name="SliceNs">How long a slice is. The first is the one that <paramref name="FromNs"/> lies in.</param>
/// <param name="Threads">The threads; cells name them by position.</param>
/// <param name="Cells">What was measured, by slice, stack and thread; each stack has in its cells what the profile has of it.</param>
public sealed record StackTimes(long FromNs, long ToNs, long SliceNs, IReadOnlyList<StackThread> Threads, IReadOnlyList<StackCell> Cells)
{
    /// <summary>Where the first slice begins, since the begin of the recording.</summary>
    public long FirstNs => FromNs / SliceNs * SliceNs;

    /// <summary>The moment that times are shown from, since the begin of the recording.</summary>
    public long ZeroNs { get; init; }

    /// <summary>How many slices there are.</summary>
    public int SliceCount => (int)((Math.Max(ToNs, FromNs + 1) - FirstNs + SliceNs - 1) / SliceNs);
}
