namespace Fathom.Sources.Targets.Live;

/// <summary>A thread of the target that this tracer has seized.</summary>
internal struct StoppedThread
{
    public int ThreadId;

    /// <summary>Whether the kernel has confirmed the stop.</summary>
    public bool IsStopped;

    /// <summary>A signal that was on its way to the thread when it stopped; handed on when it resumes. 0 for none.</summary>
    public int PendingSignal;
}
