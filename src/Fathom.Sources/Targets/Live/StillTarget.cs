using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>What is said of a process that somebody else keeps from running: where it can be read all the same, and where it cannot.</summary>
public static class StillTarget
{
    /// <summary>One sentence about a process that stands still and was read, with the way to let it go on; null for one that runs.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static string? Note(int processId) => TargetConditions.Of(processId) switch
    {
        TargetCondition.Stopped => $"Process {processId} is stopped by a signal and stays so: the answer shows where it stopped. To resume it: kill -CONT {processId}",
        TargetCondition.Frozen => $"Process {processId} is frozen by its control group and stays so: the answer shows where it was frozen. To {ControlGroupFreeze.HowToThaw(processId)}",
        TargetCondition.Traced when ProcStatus.Of(processId)?.Tracer is > 0 and var tracer =>
            $"Process {processId} is held by process {ProcStatus.Of(tracer)?.ThreadGroup ?? tracer} (a debugger or another tracer) and stays so: the answer shows where it stopped.",
        _ => null,
    };

    /// <summary>Returns where the threads of a process can be stopped: the freezer of version 1 lets none of them answer.</summary>
    /// <exception cref="FathomException">They cannot.</exception>
    internal static void CheckStop(int processId)
    {
        if (ControlGroupFreeze.KeepsFromStopping(processId))
            throw Frozen(processId, "it cannot be stopped to be read");
    }

    /// <summary>Returns where a process can answer a dump writer, which waits for ever for one that is frozen, by whatever version.</summary>
    /// <exception cref="FathomException">It cannot.</exception>
    internal static void CheckWriter(int processId)
    {
        if (ControlGroupFreeze.Is(processId))
            throw Frozen(processId, "its dump writer would wait for it");
    }

    /// <summary>It is frozen.</summary>
    internal static FathomException Frozen(int processId, string so) =>
        FathomException.Target($"Process {processId} is frozen by its control group, so {so}.", ControlGroupFreeze.HowToThaw(processId));
}
