using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>
/// A program measures lines of its own by the clock of its thread: the lines of its methods have the same shares, whether it was built to be debugged, optimised or compiled ahead of time.
/// </summary>
/// <param name="output">Gets the rows.</param>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class SourceLineTests(ITestOutputHelper output)
{
    // The program measures about 36, 18, 9 and 36 percent of these lines.
    private const string NotHere = "(the source file is not on this machine)";
    private const double Tolerance = 0.1;
    private const double Least = 0.03;

    private static readonly string[] s_lines = ["call", "loop", "inlined", "async"];

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Lines", "", "compiled")]
    [InlineData("LinesAhead", "ahead", "assembly")]
    public async Task Lines_have_the_time_that_the_program_measured(string program, string subfolder, string kind)
    {
        Needs.Root();
        using TestFolder folder = new();
        string saved = folder.File("lines.fathom");
        string[] words = ["record", "--save", saved, "--", Path.Combine(Repository.SampleFolder(program), subfolder, program), "2000", folder.File("facts.json")];
        // Code that was compiled ahead of time would be replaced in its first second.
        Dictionary<string, string> environment = new() { ["DOTNET_TieredCompilation"] = kind == "assembly" ? "0" : "1" };
        ToolRun record = await FathomTool.RunAsync(words, environment, timeout: TimeSpan.FromMinutes(4));
        Assert.True(record.ExitCode is 0 or 1, record.ToString());
        JsonElement facts = JsonDocument.Parse(await File.ReadAllTextAsync(folder.File("facts.json"), TestContext.Current.CancellationToken)).RootElement;
        string where = $"pid={facts.GetProperty("pid").GetInt32()}";

        JsonElement[] work = await FathomTool.RowsAsync("cpu", saved, "--lines", "Program.Work", "--where", where);
        JsonElement[] later = await FathomTool.RowsAsync("cpu", saved, "--lines", "LaterAsync", "--where", where);
        output.WriteLine($"{facts}\n{string.Join('\n', work.Concat(later))}");

        long all = work.Concat(later).Sum(static row => row.GetProperty("cpu_total_ns").GetInt64());
        long measuredAll = s_lines.Sum(each => facts.GetProperty(each).GetProperty("cpu_ns").GetInt64());
        Near("call", work, "value = Called(value);");
        Near("inlined", work, "value = Inlined(value);");
        Near("async", later, "s_sink = Called(s_sink);");
        // The head of the loop has a line too.
        Near("loop", work, "value = (value * 6364136223846793005) + 1442695040888963407;", 1, -1, -2, 2);
        // What it calls runs elsewhere; its own loop, and what was inlined, run in it.
        Assert.True(Self("call") < Total("call") / 10, "the line that calls has no time of its own");
        Assert.True(Self("loop") > Total("loop") / 2, "the loop has its time itself");

        JsonElement[] kinds = await FathomTool.RowsAsync(
            "sql",
            "select i.kind as kind, sum(p.frame_count) as n from frame f join method m on m.method_id = f.method_id join frame_place p on p.frame_id = f.frame_id "
                + "join code_image i on i.image_id = p.image_id where m.name = 'Lines.Program.Work' group by all order by n desc",
            saved);
        Assert.Equal(kind, kinds[0].GetProperty("kind").GetString());

        JsonElement method = (await FathomTool.RowsAsync("cpu", saved, "--where", $"{where},method=Lines.Program.Work")).Single();
        foreach (string column in (string[])["cpu_self_ns", "cpu_total_ns", "samples"])
            Assert.Equal(method.GetProperty(column).GetInt64(), work.Sum(row => row.GetProperty(column).GetInt64()));

        void Near(string name, JsonElement[] rows, string text, params int[] around)
        {
            JsonElement fact = facts.GetProperty(name);
            int line = fact.GetProperty("line").GetInt32();
            JsonElement row = rows.Single(each => Line(each) == line);
            // Where the build leaves paths out, as in CI, the file is not found.
            Assert.True(row.GetProperty("source").GetString() == text || row.GetProperty("source").GetString() == NotHere, row.ToString());
            long recorded = rows.Where(each => Line(each) == line || around.Contains(Line(each) - line))
                .Sum(static each => each.GetProperty("cpu_total_ns").GetInt64());
            double share = recorded / (double)all, measured = fact.GetProperty("cpu_ns").GetInt64() / (double)measuredAll;
            Assert.True(
                share > Least && Math.Abs(share - measured) < Tolerance, $"{name}: {share:0.00} of the time of all lines, of which the program measured {measured:0.00}");
        }

        long Self(string name) => Of(name, "cpu_self_ns");

        long Total(string name) => Of(name, "cpu_total_ns");

        long Of(string name, string column) => work.Where(row => Line(row) == facts.GetProperty(name).GetProperty("line").GetInt32())
            .Sum(row => row.GetProperty(column).GetInt64());
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("LinesDebug", "", "compiled")]
    [InlineData("Lines8", "", "compiled")]
    [InlineData("Lines9", "", "compiled")]
    [InlineData("Lines11", "", "compiled")]
    [InlineData("LinesSingle", "single", "compiled")]
    public Task Lines_of_other_builds_and_runtimes_have_it_too(string program, string subfolder, string kind) =>
        Lines_have_the_time_that_the_program_measured(program, subfolder, kind);

    private static int Line(JsonElement row) => row.GetProperty("line") is { ValueKind: JsonValueKind.Number } line ? line.GetInt32() : 0;
}
