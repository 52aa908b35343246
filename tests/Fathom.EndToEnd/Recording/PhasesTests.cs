using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>
/// A program that says what it did is recorded from its start: every answer returns it. Times are compared with what the kernel itself measured of the same threads
/// (schedstat), which holds on a busy machine too.
/// </summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class PhasesTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Counts_are_exact_and_times_are_those_of_the_kernel()
    {
        Needs.Root();
        using TestFolder folder = new();
        string saved = folder.File("phases.fathom"), facts = folder.File("facts.json");
        Task<ToolRun> recording = FathomTool.RunAsync(
            ["record", "--save", saved, "--propagate-exit", "--", Path.Combine(Repository.SampleFolder("Phases"), "Phases"), "run", facts, "5"], null, timeout: TimeSpan.FromMinutes(4));
        // The raw files are there before the program is.
        while (!recording.IsCompleted && !File.Exists(folder.File("phases.raw/marks.fathom-marks")))
            await Task.Delay(50, TestContext.Current.CancellationToken);
        await Task.Delay(2000, TestContext.Current.CancellationToken);
        ToolRun mark = await FathomTool.RunAsync("mark", "half\nway");
        ToolRun record = await recording;

        Assert.True(record.ExitCode == 0, record.ToString());
        Assert.Equal(0, mark.ExitCode);
        Assert.False(Directory.Exists(folder.File("phases.raw")));
        JsonElement said = JsonDocument.Parse(await File.ReadAllTextAsync(facts, TestContext.Current.CancellationToken)).RootElement;
        int pid = said.GetProperty("pid").GetInt32();
        JsonElement[] phases = [.. said.GetProperty("phases").EnumerateArray()];
        int child = (int)Fact(phases, "child", "pid");

        // Counts.
        Assert.Equal(
            [(pid, 1000), (child, 10)],
            (await FathomTool.RowsAsync("exceptions", saved, "--where", "type=Phases.PhaseException", "--sort", "count:desc"))
                .Select(static row => (row.GetProperty("pid").GetInt32(), row.GetProperty("count").GetInt32())));
        Dictionary<int, long> collections = (await SqlAsync(saved, "select g.generation as generation, count(*) as n from gc g join process p on p.process_id = g.process_id "
                + $"where p.pid = {pid} and g.reason like 'induced%' group by all"))
            .ToDictionary(static row => row.GetProperty("generation").GetInt32(), static row => row.GetProperty("n").GetInt64());
        Assert.All(Enumerable.Range(0, 3), generation => Assert.Equal(Fact(phases, "collect", $"gen{generation}"), collections.GetValueOrDefault(generation)));
        Assert.Equal(Fact(phases, "collect", "collections"), collections.Values.Sum());
        Assert.Equal(
            phases.Select(static phase => $"phase {phase.GetProperty("name").GetString()}").Append("phases end"),
            (await SqlAsync(saved, $"select m.text as text from marker m join process p on p.process_id = m.process_id where m.source = 'program' and p.pid = {pid} order by m.ts_ns"))
                .Select(static row => row.GetProperty("text").GetString()));
        // Another test may mark all recordings that run.
        Assert.Single((await SqlAsync(saved, "select text from marker where source = 'shell'")).Select(static row => row.GetProperty("text").GetString()), "half\nway");
        // The runtime counts all locks of the process: on a busy machine the semaphores of these phases contend too.
        long contentions = Fact(phases, "monitor", "contentions") + Fact(phases, "lock", "contentions");
        Assert.Equal(
            contentions,
            (await SqlAsync(saved, "with mark as (select m.process_id as process_id, min(m.ts_ns) filter (m.text = 'phase monitor') as start_ns, "
                + "min(m.ts_ns) filter (m.text = 'phase semaphore') as end_ns from marker m join process p on p.process_id = m.process_id "
                + $"where m.source = 'program' and p.pid = {pid} group by all) select count(*) as n from contention c join thread t on t.thread_id = c.thread_id "
                + "join mark m on m.process_id = t.process_id where c.kind = 'managed' and c.start_ns between m.start_ns and m.end_ns")).Single().GetProperty("n").GetInt64());

        await PhaseAnswers.AssertStartAsync(saved, pid, said, phases);
        await PhaseAnswers.AssertCompiledAsync(saved, pid, said);
        await PhaseAnswers.AssertLocksAsync(saved, pid, phases);

        // Threads: running, ready and waiting beside schedstat.
        Dictionary<int, JsonElement> lives = await PhaseTruth.AssertThreadsAsync(saved, pid, phases);

        // Samples of the thread with five seconds.
        JsonElement busy = PhaseTruth.Threads(phases).Single(static thread => thread.GetProperty("name").GetString() == "cpu-main");
        (long kernelNs, long sampledNs) = (busy.GetProperty("cpu_ns").GetInt64(), lives[busy.GetProperty("tid").GetInt32()].GetProperty("cpu_ns").GetInt64());
        PhaseTruth.Near("cpu-main", "samples", kernelNs, PhaseTruth.NotStolen(kernelNs, sampledNs, await PhaseTruth.StolenAsync(saved)));
    }

    // Where a method calls a function of the C library that keeps no frame pointer, here the clock, frame pointers leave the method out; the copied stack has it.
    // Shares of seconds need a quiet machine.
    [Fact]
    [Trait("Category", "Long")]
    public async Task Two_methods_of_a_thread_share_its_time()
    {
        Needs.Root();
        using TestFolder folder = new();
        string saved = folder.File("phases.fathom"), facts = folder.File("facts.json");
        ToolRun record = await FathomTool.RunAsync(
            ["record", "--save", saved, "--", Path.Combine(Repository.SampleFolder("Phases"), "Phases"), "run", facts, "5", "cpu"], null, timeout: TimeSpan.FromMinutes(2));
        Assert.True(record.ExitCode is 0 or 1, record.ToString());
        JsonElement said = JsonDocument.Parse(await File.ReadAllTextAsync(facts, TestContext.Current.CancellationToken)).RootElement;
        JsonElement[] phases = [.. said.GetProperty("phases").EnumerateArray()];

        Dictionary<string, JsonElement> methods = (await FathomTool.RowsAsync("cpu", saved, "--where", $"pid={said.GetProperty("pid").GetInt32()},method=Phases.CpuPhase.*"))
            .ToDictionary(static row => row.GetProperty("method").GetString()!);

        PhaseTruth.Near("First", "cpu", Fact(phases, "cpu", "first_ns"), methods["Phases.CpuPhase.First"].GetProperty("cpu_total_ns").GetInt64());
        PhaseTruth.Near("Second", "cpu", Fact(phases, "cpu", "second_ns"), methods["Phases.CpuPhase.Second"].GetProperty("cpu_total_ns").GetInt64());
    }

    [Fact]
    public async Task A_mark_without_a_text_is_refused()
    {
        ToolRun none = await FathomTool.RunAsync("mark", "");

        Assert.Equal((2, ""), (none.ExitCode, none.Out));
        Assert.Contains("A mark has 1 to 500 characters, and this one has 0.", none.Error, StringComparison.Ordinal);
    }

    private static long Fact(JsonElement[] phases, string phase, string fact) =>
        phases.Single(one => one.GetProperty("name").GetString() == phase).GetProperty("facts").GetProperty(fact).GetInt64();

    private static Task<JsonElement[]> SqlAsync(string recording, string query) => FathomTool.RowsAsync("sql", query, recording);
}
