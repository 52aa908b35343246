namespace Fathom.Sources.Events.Sessions;

/// <summary>How a session ended.</summary>
public enum EventSessionEnd
{
    /// <summary>The runtime has sent all that it had: because it was asked to stop, or because the program ended by itself.</summary>
    Complete,

    /// <summary>The stream broke off: the target was killed. Its last events are lost.</summary>
    TargetLost,

    /// <summary>The target did not answer the wish to stop in time and was left alone; it ends its side when it runs again.</summary>
    Abandoned,

    /// <summary>The stream makes no sense.</summary>
    Damaged,
}
