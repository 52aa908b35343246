namespace Fathom.Sources.Metrics;

/// <summary>
/// The processes that are read again and again by one watch. What costs more the larger a process is may take a part of a processor of all of them together,
/// so each is read the less often the more there are.
/// </summary>
/// <param name="clock">The clock by which reads are timed.</param>
public sealed class ReadShare(TimeProvider clock)
{
    /// <summary>The reads of one file of all processes take one 400th of a processor: 0.25 %.</summary>
    public const int Part = 400;

    /// <summary>The clock.</summary>
    internal TimeProvider Clock => clock;

    /// <summary>How many processes are read.</summary>
    public int Processes { get; internal set; }
}
