using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Sources.Events.Sessions;

/// <summary>Why a process gives no events.</summary>
internal static class EventErrors
{
    private const string ListProcesses = "list the .NET processes with: fathom ps";

    public static FathomException Explain(int processId, Exception failure, TimeSpan limit) => (failure, TargetConditions.Of(processId)) switch
    {
        (_, TargetCondition.Gone) => FathomException.Target($"There is no process {processId}.", ListProcesses, failure),
        (_, TargetCondition.Ended) => FathomException.Target($"Process {processId} has ended.", ListProcesses, failure),
        (OperationCanceledException or TimeoutException, TargetCondition.Stopped) => FathomException.Target(
            $"Process {processId} is stopped by a signal and gives no events: it did not answer on its diagnostic port within {limit.TotalSeconds:0.#} s.",
            $"resume it with: kill -CONT {processId}",
            failure),
        (OperationCanceledException or TimeoutException, TargetCondition.Traced) => FathomException.Target(
            $"Process {processId} is held by a debugger and gives no events: it did not answer on its diagnostic port within {limit.TotalSeconds:0.#} s.",
            "resume it in the debugger, or detach the debugger",
            failure),
        (OperationCanceledException or TimeoutException, TargetCondition.Frozen) => FathomException.Target(
            $"Process {processId} is frozen by its control group and gives no events: it did not answer on its diagnostic port within {limit.TotalSeconds:0.#} s.",
            ControlGroupFreeze.HowToThaw(processId),
            failure),
        (OperationCanceledException or TimeoutException, _) => FathomException.Target(
            $"Process {processId} did not answer on its diagnostic port within {limit.TotalSeconds:0.#} s.",
            "try again; fathom stacks shows what its threads do",
            failure),
        (UnauthorizedAccessException, _) => FathomException.Target(
            $"The diagnostic port of process {processId} belongs to another user.", "run it as the user of the process or with sudo", failure),
        (UnsupportedCommandException or ServerErrorException, _) => FathomException.Target(
            $"The runtime of process {processId} refuses an event session: {failure.Message.TrimEnd('.')}.", "runtimes since .NET Core 3.0 have them", failure),
        _ => FathomException.Target(
            $"Process {processId} has no diagnostic port: it is not a .NET process, or it runs with DOTNET_EnableDiagnostics=0, or its temporary folder is out of reach.",
            ListProcesses,
            failure),
    };

    /// <summary>One sentence about a target that did not end its session in time.</summary>
    public static string Abandoned(int processId) => TargetConditions.Of(processId) switch
    {
        TargetCondition.Stopped => $"Process {processId} is stopped by a signal and did not end its event session; its last events are missing.",
        TargetCondition.Frozen => $"Process {processId} is frozen by its control group and did not end its event session; its last events are missing.",
        TargetCondition.Traced => $"Process {processId} is held by a debugger and did not end its event session; its last events are missing.",
        _ => $"Process {processId} did not end its event session in time; its last events are missing.",
    };
}
