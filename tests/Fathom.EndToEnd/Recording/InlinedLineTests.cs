using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>A program measures a call that is inlined by the clock of its thread: the lines of the inlined method have the same share, and its name.</summary>
/// <param name="output">Gets the rows.</param>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class InlinedLineTests(ITestOutputHelper output)
{
    private const double Tolerance = 0.1;
    private const double Least = 0.05;
    private const string Inlined = "Lines.Program.Inlined";

    // Runtimes before .NET 10 do not tell.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Lines")]
    [InlineData("Lines11")]
    public async Task Lines_of_an_inlined_method_have_the_time_that_the_program_measured(string program)
    {
        Needs.Root();
        using TestFolder folder = new();
        string saved = folder.File("lines.fathom");
        ToolRun record = await FathomTool.RunAsync(
            ["record", "--inlined", "--save", saved, "--", Path.Combine(Repository.SampleFolder(program), program), "2000", folder.File("facts.json")], null, timeout: TimeSpan.FromMinutes(4));
        Assert.True(record.ExitCode is 0 or 1, record.ToString());
        JsonElement facts = JsonDocument.Parse(await File.ReadAllTextAsync(folder.File("facts.json"), TestContext.Current.CancellationToken)).RootElement;
        string where = $"pid={facts.GetProperty("pid").GetInt32()}";

        JsonElement[] rows = await FathomTool.RowsAsync("cpu", saved, "--lines", "Program.Work", "--where", where);
        output.WriteLine($"{facts}\n{string.Join('\n', rows)}");

        JsonElement[] marked = [.. rows.Where(static row => row.GetProperty("inlined_method").GetString() == Inlined)];
        double share = Total(marked) / (double)Total(rows), measured = Measured("inlined") / (double)(Measured("call") + Measured("loop") + Measured("inlined"));
        Assert.True(share > Least && Math.Abs(share - measured) < Tolerance, $"{share:0.00} of the time, of which the program measured {measured:0.00}");
        // The inlined method stands behind all that its caller measures.
        int last = facts.GetProperty("inlined").GetProperty("line").GetInt32();
        Assert.All(marked, row => Assert.True(row.GetProperty("line").GetInt32() > last, row.ToString()));
        // The method that measures is not inlined, nor is the one whose call is a line.
        Assert.DoesNotContain(rows, static row => row.GetProperty("inlined_method").GetString() is "Lines.Program.Called" or "Lines.Program.Told");

        JsonElement method = (await FathomTool.RowsAsync("cpu", saved, "--where", $"{where},method=Lines.Program.Work")).Single();
        foreach (string column in (string[])["cpu_self_ns", "cpu_total_ns", "samples"])
            Assert.Equal(method.GetProperty(column).GetInt64(), rows.Sum(row => row.GetProperty(column).GetInt64()));

        long Measured(string name) => facts.GetProperty(name).GetProperty("cpu_ns").GetInt64();
    }

    private static long Total(IEnumerable<JsonElement> rows) => rows.Sum(static row => row.GetProperty("cpu_total_ns").GetInt64());
}
