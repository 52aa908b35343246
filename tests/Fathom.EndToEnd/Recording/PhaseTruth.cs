using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>What <c>samples/Phases</c> says that the kernel measured of its threads (schedstat), beside the answer of a recording.</summary>
internal static class PhaseTruth
{
    private const double Share = 0.03;
    private const long FewNs = 15_000_000;
    private const long MostUntoldNs = 1_300_000;
    private const double MostInGaps = 0.15;

    /// <summary>The threads of phases.</summary>
    public static JsonElement[] Threads(JsonElement[] phases) => [.. phases.SelectMany(static phase => phase.GetProperty("threads").EnumerateArray())];

    /// <summary>Running, ready and waiting of each thread are those of the kernel.</summary>
    /// <param name="saved">The recording.</param>
    /// <param name="pid">The program.</param>
    /// <param name="phases">What it says of itself.</param>
    /// <returns>The rows of verb threads, by their thread.</returns>
    public static async Task<Dictionary<int, JsonElement>> AssertThreadsAsync(string saved, int pid, JsonElement[] phases)
    {
        Dictionary<int, JsonElement> lives = (await FathomTool.RowsAsync("threads", saved, "--each", "--where", $"pid={pid}")).ToDictionary(static row => row.GetProperty("tid").GetInt32());
        JsonElement[] threads = Threads(phases);
        Dictionary<int, long> inGaps = await UnknownInGapsAsync(saved, pid);
        long stolenNs = await StolenAsync(saved);
        Assert.NotEmpty(threads);
        Assert.All(threads, thread =>
        {
            JsonElement life = lives[thread.GetProperty("tid").GetInt32()];
            string name = thread.GetProperty("name").GetString()!;
            // The program asks the kernel in the thread: on a busy machine it does not run for a while before and after that. What is unknown may be either.
            long wallNs = thread.GetProperty("wall_ns").GetInt64(), outside = Math.Max(0, life.GetProperty("life_ns").GetInt64() - wallNs), unknown = life.GetProperty("unknown_ns").GetInt64();
            long running = thread.GetProperty("run_ns").GetInt64(), ready = thread.GetProperty("ready_ns").GetInt64();
            Near(name, "running", running, NotStolen(running, life.GetProperty("running_ns").GetInt64(), stolenNs));
            NearButUnknown("ready", ready);
            NearButUnknown("waiting", wallNs - running - ready);
            long inGapsNs = inGaps.GetValueOrDefault(thread.GetProperty("tid").GetInt32());
            long mostNs = (thread.GetProperty("slices").GetInt64() * MostUntoldNs) + FewNs;
            Assert.True(unknown - inGapsNs <= mostNs, $"{name}, unknown: {unknown}, in gaps: {inGapsNs}");
            Assert.True(inGapsNs <= Math.Max(FewNs, wallNs * MostInGaps), $"{name}, unknown because of gaps: {inGapsNs} of {wallNs}");

            void NearButUnknown(string what, long kernelNs)
            {
                long ownNs = life.GetProperty(what + "_ns").GetInt64();
                Near(name, what, kernelNs, Math.Clamp(kernelNs, ownNs - outside, ownNs + unknown + stolenNs), wallNs);
            }
        });
        return lives;
    }

    /// <summary>What the host took from this machine during a recording: a thread is on its processor then, and the kernel does not count it as running.</summary>
    public static async Task<long> StolenAsync(string saved) =>
        (await FathomTool.RowsAsync("sql", "select max(cast(value as bigint)) - min(cast(value as bigint)) as ns from machine_fact where fact = 'steal_ns' and value is not null", saved))
        .Single().GetProperty("ns").GetInt64();

    /// <summary>A time on a processor without what may have been stolen of it.</summary>
    public static long NotStolen(long kernelNs, long ownNs, long stolenNs) => Math.Clamp(kernelNs, ownNs - stolenNs, ownNs);

    // Some kernels are silent of all switches of a few threads: a thread that was woken while one of these ran, and comes after it, is unknown until the gap of its processor ends.
    private static async Task<Dictionary<int, long>> UnknownInGapsAsync(string saved, int pid) =>
        (await FathomTool.RowsAsync(
            "sql",
            "select t.tid as tid, cast(sum(s.duration_ns) as bigint) as ns from thread_slice s join thread t on t.thread_id = s.thread_id join process p on p.process_id = t.process_id "
                + $"where p.pid = {pid} and s.state = 'unknown' and (s.start_ns + s.duration_ns) in (select cast(range_to as bigint) from loss "
                + "where reason = 'switches of a processor are missing, and the recorder does not say so') group by t.tid",
            saved))
        .ToDictionary(static row => row.GetProperty("tid").GetInt32(), static row => row.GetProperty("ns").GetInt64());

    /// <summary>Both are the same within 3 %, and some milliseconds.</summary>
    public static void Near(string thread, string what, long expected, long actual, long ofNs = 0) =>
        Assert.True(Math.Abs(expected - actual) <= (Math.Max(expected, ofNs) * Share) + FewNs, $"{thread}, {what}: {actual} instead of {expected}");
}
