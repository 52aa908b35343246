using System.Collections.Concurrent;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// The targets whose registers were asked for while they ran. The data access library asks when it follows a stack, and on a running target that can end
/// this program: nothing may do it, so nothing is ever noted here but by a defect, which tests look for.
/// </summary>
internal static class RunningWalks
{
    private static readonly ConcurrentDictionary<int, int> s_counts = [];

    /// <summary>Notes that registers were asked for.</summary>
    public static void Note(int processId) => s_counts.AddOrUpdate(processId, 1, static (_, count) => count + 1);

    /// <summary>How often they were.</summary>
    public static int CountOf(int processId) => s_counts.GetValueOrDefault(processId);
}
