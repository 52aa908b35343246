using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>Total times of methods whose callers frame pointers leave out: those that call in a loop have the time of what they call.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class RecordFramesTests(ITestOutputHelper output)
{
    private const double Most = 0.8;
    private const int Takes = 3;

    [Theory]
    [InlineData("Frames")]
    [InlineData("Frames11")]
    public async Task Callers_of_small_methods_of_replaced_loops_and_of_libc_have_their_time(string program)
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start(program);

        // A very busy machine reads files of programs late; until then frame pointers are followed.
        for (int take = 1; await WrongOfAsync(sample.Pid) is { Count: > 0 } wrong; take++)
            Assert.True(take < Takes, string.Join('\n', wrong));
    }

    private async Task<List<string>> WrongOfAsync(int pid)
    {
        using TestFolder folder = new();
        string saved = folder.File("a.fathom"), id = pid.ToString(CultureInfo.InvariantCulture);
        ToolRun run = await FathomTool.RunAsync("record", id, "--duration", "3s", "--save", saved);
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Dictionary<string, long> cpu = await ByMethodAsync("cpu", saved, id, "cpu_total_ns"), waits = await ByMethodAsync("waits", saved, id, "count");

        // A thread that sleeps stands in libc, which has no frame pointer; Sleep has called that.
        List<string> wrong = [];
        Compare(cpu, "Small.Leaf", 50_000_000, ["Small.Outer", "Small.Middle", "Small.Wrap"]);
        Compare(cpu, "Replaced.Loop", 50_000_000, ["Replaced.Caller"]);
        Compare(waits, "Work.Waits", 100, ["Work.Sleep"]);
        output.WriteLine(string.Join('\n', wrong));
        return wrong;

        void Compare(Dictionary<string, long> totals, string method, long least, string[] others)
        {
            long total = totals.GetValueOrDefault($"Frames.{method}");
            if (total < least)
                wrong.Add($"{method}: {total}");
            wrong.AddRange(others.Where(other => totals.GetValueOrDefault($"Frames.{other}") < total * Most).Select(other => $"{other}: {totals.GetValueOrDefault($"Frames.{other}")} of {total}"));
        }
    }

    private static async Task<Dictionary<string, long>> ByMethodAsync(string verb, string saved, string pid, string column) =>
        (await FathomTool.RowsAsync(verb, saved, "--where", $"pid={pid},method=Frames.*", "--top", "1000"))
            .ToDictionary(static row => row.GetProperty("method").GetString()!, row => row.GetProperty(column).GetInt64());
}
