using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>What <c>samples/Phases</c> says of its start, its compiler and its locks, beside the answers of a recording.</summary>
internal static class PhaseAnswers
{
    // What the marker behind the last count cost itself, and what another thread was compiling just then.
    private const long FewMethods = 12;

    /// <summary>The program is loaded before its <c>Main</c> begins, and is ready after that; each of its assemblies has a row.</summary>
    public static async Task AssertStartAsync(string saved, int pid, JsonElement said, JsonElement[] phases)
    {
        JsonElement start = said.GetProperty("start");
        JsonElement[] rows = await FathomTool.RowsAsync("startup", saved, "--columns", "+start_ns", "--where", $"pid={pid}");
        Assert.Equal(["host", "runtime", "program"], rows.Select(static row => row.GetProperty("phase").GetString()));
        Assert.Equal(Ends(rows[0]), rows[1].GetProperty("start_ns").GetInt64());
        Assert.Equal(Ends(rows[1]), rows[2].GetProperty("start_ns").GetInt64());
        // The clock of the program is that of the trace, but for where it begins: the first marker tells it.
        JsonElement[] cpu = await FathomTool.RowsAsync("markers", saved, "--where", $"pid={pid},text=phase cpu");
        long marked = cpu.Single().GetProperty("start_ns").GetInt64();
        long mainNs = marked - (phases[0].GetProperty("start_ns").GetInt64() - start.GetProperty("main_ns").GetInt64());
        Assert.InRange(mainNs, rows[2].GetProperty("start_ns").GetInt64(), Ends(rows[2]));

        JsonElement[] assemblies = await FathomTool.RowsAsync("startup", saved, "--by", "assembly", "--where", $"pid={pid}");
        string[] told = [.. start.GetProperty("assemblies").EnumerateArray().Select(static name => name.GetString()!)];
        Assert.Empty(told.Except(assemblies.Select(static row => row.GetProperty("assembly").GetString()!)));
        Assert.Equal("System.Private.CoreLib", assemblies[0].GetProperty("assembly").GetString());
        Assert.True(assemblies.Single(static row => row.GetProperty("assembly").GetString() == "Phases").GetProperty("is_used").GetBoolean());
    }

    /// <summary>As many methods were compiled as the runtime counted, in no less time than it measured itself.</summary>
    public static async Task AssertCompiledAsync(string saved, int pid, JsonElement said)
    {
        JsonElement start = said.GetProperty("start"), before = (await FathomTool.RowsAsync(
            "sql",
            "select count(*) as n from method_compiled c join process p on p.process_id = c.process_id "
                + $"where p.pid = {pid} and c.code_bytes is not null and c.start_ns + c.duration_ns <= "
                + "(select max(ts_ns) from marker where text = 'phases end')",
            saved)).Single();
        JsonElement[] rows = await FathomTool.RowsAsync("jit", saved, "--where", $"pid={pid}");

        long counted = start.GetProperty("compiled_count").GetInt64();
        Assert.InRange(before.GetProperty("n").GetInt64(), counted - FewMethods, counted + FewMethods);
        Assert.InRange(rows.Sum(static row => row.GetProperty("count").GetInt64()), before.GetProperty("n").GetInt64(), long.MaxValue);
        Assert.InRange(rows.Sum(static row => row.GetProperty("jit_ns").GetInt64()), start.GetProperty("compile_ns").GetInt64() * 9 / 10, long.MaxValue);
    }

    /// <summary>Each planted wait is there with its time, and with the thread that slept while it had the lock.</summary>
    public static async Task AssertLocksAsync(string saved, int pid, JsonElement[] phases)
    {
        JsonElement[] rows = await FathomTool.RowsAsync("locks", saved, "--where", $"pid={pid}");
        AssertLock(rows, PhaseTruth.Threads([Of("monitor")]), "Phases.LockPhase.EnterMonitor");
        AssertLock(rows, PhaseTruth.Threads([Of("lock")]), "Phases.LockPhase.EnterLock");
        JsonElement[] each = await FathomTool.RowsAsync("locks", saved, "--each", "--where", $"pid={pid}");
        Assert.Equal(rows.Sum(static row => row.GetProperty("count").GetInt64()), each.Length);

        JsonElement Of(string phase) => phases.Single(one => one.GetProperty("name").GetString() == phase);
    }

    private static void AssertLock(JsonElement[] rows, JsonElement[] threads, string method)
    {
        JsonElement waiter = threads.Single(static thread => thread.GetProperty("name").GetString()!.EndsWith("-waiter", StringComparison.Ordinal));
        JsonElement[] waits = [.. rows.Where(row => row.GetProperty("method").GetString() == method)];
        long waited = waits.Sum(static row => row.GetProperty("wait_sum_ns").GetInt64()), told = waiter.GetProperty("wait_ns").GetInt64();
        Assert.Equal(waiter.GetProperty("waits").GetInt64(), waits.Sum(static row => row.GetProperty("count").GetInt64()));
        // What the program measures contains what the runtime does.
        Assert.InRange(waited, told / 2, told);
        // It sleeps for nearly all of it; on a busy machine it may be ready for longer than that.
        JsonElement most = waits.MaxBy(static row => row.GetProperty("wait_sum_ns").GetInt64());
        Assert.Contains(most.GetProperty("owner_does").GetString(), new[] { "sleep", "ready" });
        Assert.StartsWith("Phases.LockPhase+", most.GetProperty("owner_method").GetString(), StringComparison.Ordinal);
    }

    private static long Ends(JsonElement row) => row.GetProperty("start_ns").GetInt64() + row.GetProperty("duration_ns").GetInt64();
}
