namespace Fathom.Sources.Threads.Intervals;

/// <summary>What came of a glance at a thread.</summary>
internal enum GlanceOutcome
{
    /// <summary>It was seen where it is, or it cannot be seen.</summary>
    Done,

    /// <summary>It is ready and has not run since the last glance, so it is where it was, which says nothing.</summary>
    HasNotRun,
}
