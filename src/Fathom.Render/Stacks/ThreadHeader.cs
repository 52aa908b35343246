using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Threads;
using Fathom.Render.Text;

namespace Fathom.Render.Stacks;

/// <summary>The lines above a table about threads: whose threads, how they were looked at, and how the thread pool is.</summary>
public static class ThreadHeader
{
    /// <summary>The header of one look.</summary>
    public static IReadOnlyList<string> Of(ThreadLookFacts facts) => facts.Pool is { } pool ? [Threads(facts), Pool(pool)] : [Threads(facts)];

    private static string Threads(ThreadLookFacts facts)
    {
        string name = facts.ProcessName ?? "a process without a name";
        string pid = facts.Pid is { } number ? string.Create(CultureInfo.InvariantCulture, $" (pid {number})") : "";
        string runtime = RuntimeText.Of(facts.RuntimeVersion);
        return string.Create(CultureInfo.InvariantCulture, $"{facts.ThreadCount:#,##0} threads of {name}{pid}{runtime}, {Source(facts)}.");
    }

    private static string Source(ThreadLookFacts facts)
    {
        if (facts is not { PauseNs: { } pause, IntervalNs: { } interval })
            return "from a core dump";
        string expected = facts.ExpectedPauseNs is { } estimate ? $" (expected about {ReadableNumber.About(estimate, ColumnUnit.Nanoseconds)})" : "";
        return $"watched for {Time(interval)}, then stopped for {Time(pause)}{expected}";
    }

    private static string Pool(ThreadPoolFacts pool) => string.Create(
        CultureInfo.InvariantCulture,
        $"Thread pool: {pool.WorkingCount} of {pool.ThreadCount} workers at work (limits {pool.MinThreads} to {pool.MaxThreads}), {pool.PendingCount:#,##0} work items wait.");

    private static string Time(long nanoseconds) => ReadableNumber.Of(nanoseconds, ColumnUnit.Nanoseconds);
}
