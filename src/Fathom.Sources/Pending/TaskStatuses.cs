namespace Fathom.Sources.Pending;

/// <summary>How far tasks have come, in the words of the table.</summary>
internal static class TaskStatuses
{
    /// <summary>What the innermost call waits for has not come.</summary>
    public const string Waiting = "waiting";

    /// <summary>It has come, and the call waits for a thread.</summary>
    public const string Ready = "ready";

    /// <summary>It runs.</summary>
    public const string Running = "running";

    /// <summary>It waits for a thread and has not begun.</summary>
    public const string Queued = "queued";

    /// <summary>Nobody has started it.</summary>
    public const string Created = "created";

    /// <summary>An asynchronous iterator that nobody asks for its next element.</summary>
    public const string Yielded = "yielded";

    /// <summary>It failed, and nobody has looked at the exception.</summary>
    public const string Faulted = "faulted";

    /// <summary>It could not be looked into.</summary>
    public const string NotKnown = "not_known";
}
