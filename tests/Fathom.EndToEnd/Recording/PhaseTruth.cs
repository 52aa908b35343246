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

    /// <summary>The threads of phases.</summary>
    public static JsonElement[] Threads(JsonElement[] phases) => [.. phases.SelectMany(static phase => phase.GetProperty("threads").EnumerateArray())];

    /// <summary>Running, ready and waiting of each thread are those of the kernel.</summary>
    /// <param name="saved">The recording.</param>
    /// <param name="pid">The program.</param>
    /// <param name="phases">What it says of itself.</param>
    /// <returns>The rows of verb threads, by their thread.</returns>
    public static async Task<Dictionary<int, JsonElement>> AssertThreadsAsync(string saved, int pid, JsonElement[] phases)
    {
        Dictionary<int, JsonElement> lives = (await FathomTool.RowsAsync("threads", saved, "--where", $"pid={pid}")).ToDictionary(static row => row.GetProperty("tid").GetInt32());
        JsonElement[] threads = Threads(phases);
        // Who runs while the kernel has stopped the samples is not known.
        JsonElement[] losses = await FathomTool.RowsAsync("sql", "select reason, cast(count as bigint) as count, cast(range_to - range_from as bigint) as ns from loss", saved);
        long unsampledNs = losses.Where(static loss => loss.GetProperty("reason").GetString()!.Contains("throttled", StringComparison.Ordinal)).Sum(static loss => loss.GetProperty("ns").GetInt64());
        Assert.NotEmpty(threads);
        Assert.All(threads, thread =>
        {
            JsonElement life = lives[thread.GetProperty("tid").GetInt32()];
            string name = thread.GetProperty("name").GetString()!;
            // The program asks the kernel in the thread: on a busy machine it does not run for a while before and after that. What is unknown may be either.
            long wallNs = thread.GetProperty("wall_ns").GetInt64(), outside = Math.Max(0, life.GetProperty("life_ns").GetInt64() - wallNs), unknown = life.GetProperty("unknown_ns").GetInt64();
            long running = thread.GetProperty("run_ns").GetInt64(), ready = thread.GetProperty("ready_ns").GetInt64();
            Near(name, "running", running, life.GetProperty("running_ns").GetInt64());
            NearButUnknown("ready", ready);
            NearButUnknown("waiting", wallNs - running - ready);
            Assert.True(unknown <= (thread.GetProperty("slices").GetInt64() * MostUntoldNs) + FewNs + unsampledNs, $"{name}, unknown: {unknown}; {string.Join(' ', losses)}");

            void NearButUnknown(string what, long kernelNs)
            {
                long ownNs = life.GetProperty(what + "_ns").GetInt64();
                Near(name, what, kernelNs, Math.Clamp(kernelNs, ownNs - outside, ownNs + unknown), wallNs);
            }
        });
        return lives;
    }

    /// <summary>Both are the same within 3 %, and some milliseconds.</summary>
    public static void Near(string thread, string what, long expected, long actual, long ofNs = 0) =>
        Assert.True(Math.Abs(expected - actual) <= (Math.Max(expected, ofNs) * Share) + FewNs, $"{thread}, {what}: {actual} instead of {expected}");
}
