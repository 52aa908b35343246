namespace Fathom.Capture.Watching;

/// <summary>Why a watch ended.</summary>
public enum WatchEnd
{
    /// <summary>The time or the number of samples that was asked for is over.</summary>
    Complete,

    /// <summary>The user stopped it.</summary>
    Stopped,

    /// <summary>No process is left.</summary>
    AllEnded,
}
