namespace Fathom.Model.Inspection;

/// <summary>Words of <c>heap_pile.kind</c>.</summary>
public static class PileKinds
{
    /// <summary>Timers that are set, by what they call.</summary>
    public const string Timer = "timer";

    /// <summary>CancellationTokenSources that are neither cancelled nor disposed, by type.</summary>
    public const string CancellationSource = "cancellation_source";

    /// <summary>Callbacks registered with one CancellationTokenSource.</summary>
    public const string CancellationCallback = "cancellation_callback";

    /// <summary>Tasks that have not completed, by type.</summary>
    public const string Task = "task";

    /// <summary>Continuations of one task that has not completed.</summary>
    public const string Continuation = "continuation";
}
