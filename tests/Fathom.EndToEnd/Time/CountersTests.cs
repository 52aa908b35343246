using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Counters of a recording of perf, beside what perf itself says of it.</summary>
/// <remarks>
/// Virtual machines have no counters of processors. So the recording of two counters of the kernel is made one of instructions and cycles, by their numbers and names; perf
/// reads it as such too.
/// </remarks>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class CountersTests : IDisposable
{
    // linux/perf_event.h: PERF_TYPE_SOFTWARE with context-switches and task-clock, PERF_TYPE_HARDWARE with instructions and cycles.
    private static readonly (uint Type, ulong Config, string Name)[] s_recorded = [(1, 3, "context-switches"), (1, 1, "task-clock")];
    private static readonly (uint Type, ulong Config, string Name)[] s_told = [(0, 1, "instructions:u"), (0, 0, "cycles")];

    private readonly TestFolder _folder = new();

    private string Data => _folder.File("perf.data");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Counts_are_those_of_perf_for_the_kernels_counters_and_for_those_of_processors()
    {
        Needs.Perf();
        await RecordAsync();
        await CheckAsync("context-switches");

        byte[] data = await File.ReadAllBytesAsync(Data, TestContext.Current.CancellationToken);
        for (int i = 0; i < s_recorded.Length; i++)
            Rename(data, s_recorded[i], s_told[i]);
        await File.WriteAllBytesAsync(Data, data, TestContext.Current.CancellationToken);
        await CheckAsync("instructions", "cycles");

        JsonElement[] processes = await FathomTool.RowsAsync("counters", Data, "--by", "process");
        JsonElement[] counters = await FathomTool.RowsAsync("counters", Data);
        JsonElement[] both = [.. processes.Where(static row => row.GetProperty("cycles_per_instruction").ValueKind == JsonValueKind.Number)];
        Assert.NotEmpty(both);
        Assert.All(both, static row => Assert.Equal(
            (double)row.GetProperty("cycles").GetInt64() / row.GetProperty("instructions").GetInt64(), row.GetProperty("cycles_per_instruction").GetDouble(), 6));
        Assert.Equal(Sum(counters, "instructions"), processes.Sum(static row => row.GetProperty("instructions").ValueKind == JsonValueKind.Number ? row.GetProperty("instructions").GetInt64() : 0));
        // Cycles at a rate are time too, where no clock was recorded.
        Assert.NotEmpty(await FathomTool.RowsAsync("cpu", Data));
    }

    [Fact]
    public async Task A_trace_without_counters_says_how_to_record_them()
    {
        string trace = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "PerfData", "data", "switches.data");
        File.Copy(trace, Data);

        ToolRun run = await FathomTool.RunAsync("counters", Data);

        Assert.Contains("the trace has no sample of a counter: none was recorded (perf record -g -k CLOCK_MONOTONIC -e cycles,instructions", run.Out + run.Error, StringComparison.Ordinal);
    }

    private async Task CheckAsync(params string[] counters)
    {
        // sh 123 7 instructions:u:
        var told = (await RunAsync("perf", "script", "-i", Data, "-F", "comm,pid,period,event")).Split('\n')
            .Select(static line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(static words => words.Length == 4)
            .GroupBy(static words => (Pid: int.Parse(words[1], CultureInfo.InvariantCulture), Counter: words[3].Split(':', '/')[0]))
            .ToDictionary(static samples => samples.Key, static samples => (samples.Sum(static words => long.Parse(words[2], CultureInfo.InvariantCulture)), (long)samples.Count()));
        JsonElement[] rows = await FathomTool.RowsAsync("counters", Data, "--top", "1000");

        Assert.Equal(counters.Order(), rows.Select(static row => row.GetProperty("counter").GetString()!).Distinct().Order());
        Assert.Equal(told.Keys.Where(key => counters.Contains(key.Counter)).Order(), rows.Select(Key).Order());
        Assert.All(rows, row => Assert.Equal(told[Key(row)], (row.GetProperty("count").GetInt64(), row.GetProperty("samples").GetInt64())));
        JsonElement[] each = await FathomTool.RowsAsync("counters", Data, "--each", "--top", "100000");
        foreach (string counter in counters)
            Assert.Equal(Sum(rows, counter), Sum(each, counter));
    }

    private async Task RecordAsync()
    {
        const string script = "for i in 1 2 3 4 5; do ls -R /usr/share/doc | sort | wc -l; done";
        await RunAsync(
            "perf", "record", "-q", "-g", "-m", "4M", "-k", "CLOCK_MONOTONIC", "-e", "context-switches/period=1/,task-clock/freq=999/", "-o", Data, "--", "sh", "-c", script);
    }

    private static void Rename(byte[] data, (uint Type, ulong Config, string Name) from, (uint Type, ulong Config, string Name) to)
    {
        // An attribute begins with its type, its size and its configuration.
        int found = 0;
        for (int at = 0; at + 16 <= data.Length; at += 4)
        {
            if (BitConverter.ToUInt32(data, at) != from.Type || BitConverter.ToUInt32(data, at + 4) is not (>= 64 and < 256 and var size)
                || BitConverter.ToUInt64(data, at + 8) != from.Config || size % 8 != 0)
                continue;
            BitConverter.TryWriteBytes(data.AsSpan(at), to.Type);
            BitConverter.TryWriteBytes(data.AsSpan(at + 8), to.Config);
            found++;
        }

        Assert.True(found is 1 or 2, $"{found} attributes of {from.Name}");
        byte[] name = Encoding.ASCII.GetBytes(from.Name);
        for (int at = data.AsSpan().IndexOf(name); at >= 0; at = data.AsSpan().IndexOf(name))
        {
            // What stands behind it are parts of the event that was asked for, and zeros.
            int end = at + data.AsSpan(at).IndexOf((byte)0);
            data.AsSpan(at, end - at).Clear();
            Encoding.ASCII.GetBytes(to.Name, data.AsSpan(at));
        }
    }

    private static async Task<string> RunAsync(string program, params string[] words)
    {
        using Process run = Process.Start(new ProcessStartInfo(program, words) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> errors = run.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string told = await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await errors;
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        return told;
    }

    private static (int Pid, string Counter) Key(JsonElement row) => (row.GetProperty("pid").GetInt32(), row.GetProperty("counter").GetString()!);

    private static long Sum(JsonElement[] rows, string counter) =>
        rows.Where(row => row.GetProperty("counter").GetString() == counter).Sum(static row => row.GetProperty("count").GetInt64());
}
