namespace Fathom.Sources.Events.Waits;

/// <summary>What a thread waits for a handle for; the numbers are the runtime's.</summary>
public enum WaitHandleSource
{
    /// <summary>The runtime does not tell: a handle as a rule.</summary>
    Unknown = 0,

    /// <summary>Monitor.Wait.</summary>
    MonitorWait = 1,
}
