using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;
using Fathom.Recorder.Kernel.Start;

namespace Fathom.Recorder.Kernel;

/// <summary>What the kernel lets this program record.</summary>
/// <param name="Machine">Whether the whole machine.</param>
/// <param name="Own">Whether processes of this user, at least what they do outside of the kernel.</param>
/// <param name="Why">What of it may not be, and why; null where all may be.</param>
public sealed record KernelAccess(bool Machine, bool Own, RefusedEvent? Why)
{
    /// <summary>Whether what the kernel does for own processes may be recorded.</summary>
    public bool OwnKernel { get; private init; }

    /// <summary>Whether counters tell what was lost.</summary>
    internal bool TellsLost { get; private init; }

    /// <summary>Tries it.</summary>
    public static KernelAccess Look()
    {
        Rights rights = Rights.Own();
        int cpu = CpuList.Online()[0];
        bool tellsLost = Try(new EventScope(IsMachine: false, WithKernel: false, AtExec: false, TellsLost: true, 0), 0, -1) != Errno.Invalid;
        int machine = Try(new EventScope(IsMachine: true, WithKernel: true, AtExec: false, tellsLost, 0), -1, cpu);
        if (machine == 0)
            return new KernelAccess(Machine: true, Own: true, null) { OwnKernel = true, TellsLost = tellsLost };
        bool ownKernel = Try(new EventScope(IsMachine: false, WithKernel: true, AtExec: false, tellsLost, 0), 0, cpu) == 0;
        int own = Try(new EventScope(IsMachine: false, WithKernel: ownKernel, AtExec: false, tellsLost, 0), 0, cpu);
        return own == 0
            ? new KernelAccess(Machine: false, Own: true, rights.Machine(machine)) { OwnKernel = ownKernel, TellsLost = tellsLost }
            : new KernelAccess(Machine: false, Own: false, rights.Nothing(own));
    }

    private static int Try(EventScope scope, int tid, int cpu) => OpenEvents.Try(EventSet.Clock(scope, KernelRecorderOptions.UsualFrequency).Attributes, tid, cpu);
}
