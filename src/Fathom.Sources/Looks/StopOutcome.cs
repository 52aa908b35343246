using Fathom.Sources.Threads.Stops;

namespace Fathom.Sources.Looks;

/// <summary>What a stop of a running process gave.</summary>
/// <param name="Held">What was read in it.</param>
/// <param name="Limit">What was not finished.</param>
/// <param name="Reading">What it means, where that had to be asked in the stop; null where the heap was copied.</param>
internal sealed record StopOutcome(StackStop Held, LookLimit Limit, StackReading? Reading)
{
    /// <summary>Whether the heap no longer fits the memory that was made ready for its copy, so that nothing was read of it.</summary>
    public bool HasOutgrownCopy { get; init; }
}
