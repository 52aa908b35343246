using Fathom.Formats.PerfData.Events;

namespace Fathom.Recorder.Kernel.Events;

/// <summary>Whom events are opened on, and what the kernel allows and can do.</summary>
/// <param name="IsMachine">Whether all threads of each processor are recorded; else those of some processes.</param>
/// <param name="WithKernel">Whether what the kernel does may be recorded.</param>
/// <param name="AtExec">Whether recording begins when the next program begins.</param>
/// <param name="TellsLost">Whether counters tell how much was lost, as those of Linux 6.0 and later do.</param>
/// <param name="WakeupBytes">Bytes in a ring at which the recorder is woken.</param>
internal sealed record EventScope(bool IsMachine, bool WithKernel, bool AtExec, bool TellsLost, int WakeupBytes)
{
    /// <summary>What all events have in common.</summary>
    public PerfEventBits Flags =>
        (IsMachine ? 0 : PerfEventBits.Inherit)
        | (WithKernel ? 0 : PerfEventBits.ExcludeKernel | PerfEventBits.ExcludeHypervisor | PerfEventBits.ExcludeKernelChain)
        | (AtExec ? PerfEventBits.EnableOnExec : 0);
}
