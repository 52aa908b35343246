using System.ComponentModel;
using System.Diagnostics;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>Looks at a process from outside: its state is the letter behind its name in <c>/proc/PID/stat</c>.</summary>
internal static class TargetConditions
{
    public static TargetCondition Of(int processId)
    {
        try
        {
            TargetCondition condition = Of(File.ReadAllText($"/proc/{processId}/stat"));
            return condition == TargetCondition.Runs && ControlGroupFreeze.Is(processId) ? TargetCondition.Frozen : condition;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return Directory.Exists($"/proc/{processId}") ? TargetCondition.Runs : TargetCondition.Gone;
        }
    }

    /// <summary>Whether a process runs that was started within this time.</summary>
    public static bool IsYoungerThan(int processId, TimeSpan age)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            return Of(processId) != TargetCondition.Ended && TimeProvider.System.GetUtcNow() - process.StartTime < age;
        }
        catch (Exception failure) when (failure is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // It has ended.
            return false;
        }
    }

    /// <summary>The state of that file's text.</summary>
    public static TargetCondition Of(string stat) => stat.AsSpan(stat.LastIndexOf(')') + 1).TrimStart() switch
    {
        ['Z' or 'X', ..] => TargetCondition.Ended,
        ['T', ..] => TargetCondition.Stopped,
        ['t', ..] => TargetCondition.Traced,
        _ => TargetCondition.Runs,
    };
}
