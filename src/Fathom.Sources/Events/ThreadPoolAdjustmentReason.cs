namespace Fathom.Sources.Events;

/// <summary>Why the number of worker threads was changed; the numbers are the runtime's.</summary>
public enum ThreadPoolAdjustmentReason
{
    /// <summary>To find out what is best.</summary>
    Warmup = 0,

    /// <summary>The first number.</summary>
    Initializing = 1,

    /// <summary>At random, to find out what is best.</summary>
    RandomMove = 2,

    /// <summary>More threads got more done.</summary>
    ClimbingMove = 3,

    /// <summary>The work has changed.</summary>
    ChangePoint = 4,

    /// <summary>To settle.</summary>
    Stabilizing = 5,

    /// <summary>No work item was taken up for half a second: all workers are blocked.</summary>
    Starvation = 6,

    /// <summary>A worker had nothing to do.</summary>
    ThreadTimedOut = 7,

    /// <summary>A worker said that it blocks.</summary>
    CooperativeBlocking = 8,
}
