using Fathom.Model;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Events.Sessions;

/// <summary>Why events of a process are missing; why there are none says its port.</summary>
internal static class EventErrors
{
    /// <summary>It has ended before it was asked, and was not removed from the list of processes yet.</summary>
    public static FathomException Ended(int processId) => FathomException.Target($"Process {processId} has ended.", "list the .NET processes with: fathom ps");

    /// <summary>One sentence about a target that did not end its session in time.</summary>
    public static string Abandoned(int processId) => TargetConditions.Of(processId) switch
    {
        TargetCondition.Stopped => $"Process {processId} is stopped by a signal and did not end its event session; its last events are missing.",
        TargetCondition.Frozen => $"Process {processId} is frozen by its control group and did not end its event session; its last events are missing.",
        TargetCondition.Traced => $"Process {processId} is held by a debugger and did not end its event session; its last events are missing.",
        _ => $"Process {processId} did not end its event session in time; its last events are missing.",
    };
}
