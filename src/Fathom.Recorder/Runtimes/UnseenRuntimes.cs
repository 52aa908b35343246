using System.Diagnostics;
using System.Globalization;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>Processes with a runtime whose port was never seen. What is mapped tells a runtime; to read that of all takes a while where there are thousands.</summary>
internal static class UnseenRuntimes
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMilliseconds(500);

    /// <summary>Looks which of some processes have a runtime.</summary>
    public static IEnumerable<RuntimeProblem> Of(IEnumerable<ProcessInstance> processes)
    {
        long start = Stopwatch.GetTimestamp();
        int left = 0;
        foreach (ProcessInstance process in processes)
        {
            if (Stopwatch.GetElapsedTime(start) > s_limit)
                left++;
            else if (process.ProcessId != Environment.ProcessId && process.ProcessId != OwnGuard.ProcessId && HasRuntime(process))
                yield return Unseen(process.ProcessId);
        }

        if (left > 0)
            yield return new RuntimeProblem(0, string.Create(CultureInfo.InvariantCulture, $"{left} processes without a diagnostic port were not checked for a runtime."), null);
    }

    private static RuntimeProblem Unseen(int processId) => new(
        processId, string.Create(CultureInfo.InvariantCulture, $"Process {processId} has a .NET runtime, but its diagnostic port was not found."), "check its DOTNET_EnableDiagnostics and TMPDIR");

    private static bool HasRuntime(ProcessInstance process) =>
        ProcessInstance.TryFind(process.ProcessId, out ProcessInstance now, out _) && now == process && RuntimePorts.HasRuntime(process.ProcessId);
}
