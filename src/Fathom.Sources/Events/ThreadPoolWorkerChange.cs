namespace Fathom.Sources.Events;

/// <summary>What a worker thread did.</summary>
public enum ThreadPoolWorkerChange
{
    /// <summary>It began.</summary>
    Start,

    /// <summary>It ended.</summary>
    Stop,

    /// <summary>It waits for work.</summary>
    Wait,
}
