namespace Fathom.Sources.Threads.Stops;

/// <summary>How long the parts of a stop will presumably take.</summary>
/// <param name="Stacks">The stacks of all threads, from their number and from how busy the machine was.</param>
/// <param name="Tables">The runtime's own tables: the outline of the heap, roots.</param>
/// <param name="Copying">The copy of the heap, from a sample of it.</param>
internal readonly record struct StopTimes(TimeSpan Stacks, TimeSpan Tables, TimeSpan Copying)
{
    /// <summary>All of them.</summary>
    public TimeSpan Sum => Stacks + Tables + Copying;
}
