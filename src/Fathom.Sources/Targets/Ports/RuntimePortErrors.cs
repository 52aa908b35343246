using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Targets.Ports;

/// <summary>Why the runtime of a process cannot be asked.</summary>
internal static class RuntimePortErrors
{
    private const string NothingAsked = "no request was sent to it";
    private const string AsOwner = "run it as the user of the process or with sudo";

    /// <summary>It has not read the request.</summary>
    public static FathomException Silent(int processId, TimeSpan waited) =>
        StandsStill(processId, $"its runtime did not listen for {waited.TotalSeconds:0} s, so {NothingAsked}");

    /// <summary>It has read a request that changes nothing, and has not answered.</summary>
    public static FathomException NotAnswering(int processId, TimeSpan waited) =>
        StandsStill(processId, $"its runtime has not answered for {waited.TotalSeconds:0.#} s, so {NothingAsked}");

    /// <summary>It has read that it shall start to send events, and has not answered.</summary>
    public static FathomException NotStarting(int processId, TimeSpan waited) =>
        StandsStill(processId, $"its runtime was asked for events and has not answered for {waited.TotalSeconds:0.#} s");

    public static FathomException Missing(int processId, Exception? inner = null) => TargetConditions.Of(processId) is TargetCondition.Gone or TargetCondition.Ended
        ? TargetErrors.Gone(processId)
        : RuntimePorts.HasNoRuntime(processId)
        ? FathomException.Target(
            $"Process {processId} has no diagnostic port, and no code of a .NET runtime is mapped in it: it is not a .NET process.", "name one of those that fathom ps lists", inner)
        : IsOfOtherUser(processId)
        ? FathomException.Target(
            $"Process {processId} belongs to another user, so it is unknown whether it has a diagnostic port.", AsOwner, inner)
        : FathomException.Target(
            $"Process {processId} has no diagnostic port: it runs with DOTNET_EnableDiagnostics=0, or its temporary folder is out of reach.",
            "start it without that, or start fathom where its files are seen",
            inner);

    /// <summary>What lies where its port should be is the socket of somebody else.</summary>
    public static FathomException OfOther(int processId, int listener) => TargetConditions.Of(processId) is TargetCondition.Gone or TargetCondition.Ended
        ? TargetErrors.Gone(processId)
        : FathomException.Target(
            $"At the path of the diagnostic port of process {processId} is a socket of "
            + $"{(listener > 0 ? $"process {listener}" : "another machine's or container's process")}; no request was sent to it.",
            "find out who put it there: ls -l the temporary folder of the process");

    /// <summary>What lies where its port should be is a socket that has been left by another process, which had the same number.</summary>
    public static FathomException NotHeld(int processId) => TargetConditions.Of(processId) is TargetCondition.Gone or TargetCondition.Ended
        ? TargetErrors.Gone(processId)
        : FathomException.Target(
            $"At the path of the diagnostic port of process {processId} is a socket that it does not listen on; no request was sent to it.",
            "find out who put it there: ls -l the temporary folder of the process");

    public static FathomException OtherUser(int processId, Exception inner) => FathomException.Target(
        $"The diagnostic port of process {processId} belongs to another user.", AsOwner, inner);

    public static FathomException Broken(int processId, Exception inner) => TargetConditions.Of(processId) is TargetCondition.Gone or TargetCondition.Ended || EndingProcess.Is(processId)
        ? TargetErrors.Gone(processId)
        : FathomException.Target($"The diagnostic port of process {processId} broke off: {inner.Message.TrimEnd('.')}.", "try again", inner);

    private static bool IsOfOtherUser(int processId) =>
        SharedFiles.PlaceOf(processId) is null && ProcStatus.Of(processId)?.UserId is { } user && user != FileOwner.OwnUser;

    private static FathomException StandsStill(int processId, string silent) => TargetConditions.Of(processId) switch
    {
        TargetCondition.Gone or TargetCondition.Ended => TargetErrors.Gone(processId),
        TargetCondition.Stopped => FathomException.Target($"Process {processId} is stopped by a signal; {silent}.", $"resume it with: kill -CONT {processId}"),
        TargetCondition.Traced => Held(processId, silent),
        TargetCondition.Frozen => FathomException.Target($"Process {processId} is frozen by its control group; {silent}.", ControlGroupFreeze.HowToThaw(processId)),
        _ => FathomException.Target($"Process {processId} does not answer: {silent}.", "try again; fathom stacks shows what its threads do"),
    };

    private static FathomException Held(int processId, string silent) => ProcStatus.Of(processId)?.Tracer is > 0 and int tracer
        ? AccessErrors.Held(processId, ProcStatus.Of(tracer)?.ThreadGroup ?? tracer)
        : FathomException.Target($"Process {processId} is held by a debugger; {silent}.", "resume it in the debugger, or detach the debugger");
}
