using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Waits until the runtime of a program that was started right now has come up. Before that, what the data access library reads of it is neither right nor
/// refused. The last thing that a runtime makes before it runs managed code is the thread of its finalizer, whose name the kernel shows; a moment later its heap
/// can be read, and after that it loads the program, whose library the kernel shows too.
/// </summary>
internal static class StartingRuntime
{
    private const string FinalizerName = ".NET Finalizer";

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(5);

    /// <summary>How long after its start a program may still be about to load its runtime.</summary>
    public static TimeSpan YoungAge { get; } = TimeSpan.FromSeconds(2);

    /// <summary>Waits for some seconds at most.</summary>
    /// <param name="processId">A process that has a runtime.</param>
    /// <param name="loadsLibraries">Whether its assemblies are files of their own, as they are unless all of it is one file.</param>
    /// <exception cref="FathomException">It does not come up, or the process has ended.</exception>
    public static void Wait(int processId, bool loadsLibraries)
    {
        long start = Stopwatch.GetTimestamp();
        while (!IsUp(processId) || (loadsLibraries && IsYoung(processId) && !HasLibraries(processId)))
        {
            if (EndingProcess.Is(processId))
                throw TargetErrors.Gone(processId);
            if (Stopwatch.GetElapsedTime(start) > s_limit)
                throw StillStarting(processId);
            CancellationToken.None.WaitHandle.WaitOne(s_look);
        }
    }

    /// <summary>Whether the program was started so recently that its runtime may come up only now.</summary>
    public static bool IsYoung(int processId) => TargetConditions.IsYoungerThan(processId, YoungAge);

    private static FathomException StillStarting(int processId) => TargetConditions.Of(processId) switch
    {
        TargetCondition.Stopped => Starting(processId, "; it is stopped by a signal", $"resume it with: kill -CONT {processId}"),
        TargetCondition.Frozen => Starting(processId, "; it is frozen by its control group", ControlGroupFreeze.HowToThaw(processId)),
        _ => Starting(processId, "", "try again in a moment; a program that waits at its start for a diagnostic tool continues when that tool resumes it"),
    };

    private static FathomException Starting(int processId, string why, string nextStep) =>
        FathomException.Target($"Process {processId} cannot be inspected: its runtime is still starting, {s_limit.TotalSeconds:0} s after the first attempt{why}.", nextStep);

    private static bool IsUp(int processId)
    {
        try
        {
            foreach (int thread in ProcessThreads.Of(processId))
            {
                if (IsFinalizer(processId, thread))
                    return true;
            }

            return false;
        }
        catch (IOException)
        {
            return false;
        }
    }

    // The runtime maps its own library of managed code before it is up, and the first other one afterwards.
    private static bool HasLibraries(int processId)
    {
        try
        {
            return File.ReadLines($"/proc/{processId}/maps").Any(static line =>
                line.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) && !line.EndsWith("/System.Private.CoreLib.dll", StringComparison.Ordinal));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Whoever reads its memory finds out why.
            return true;
        }
    }

    private static bool IsFinalizer(int processId, int thread)
    {
        try
        {
            return File.ReadAllText($"/proc/{processId}/task/{thread}/comm").TrimEnd('\n') == FinalizerName;
        }
        catch (IOException)
        {
            // The thread has ended.
            return false;
        }
    }
}
