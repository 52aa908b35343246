using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>The start of a program that is started for the answer.</summary>
public sealed class StartupTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.RootReason)]
    public async Task A_program_is_started_and_its_phases_follow_each_other()
    {
        Needs.Root();
        string program = Path.Combine(Repository.SampleFolder("Empty"), "Empty"), saved = _folder.File("start.fathom");

        JsonElement[] phases = await RowsAsync("startup", "--save", saved, "--columns", "+start_ns", "--format", "json", "--", program);
        JsonElement[] again = await FathomTool.RowsAsync("startup", saved, "--columns", "+start_ns");
        JsonElement[] assemblies = await FathomTool.RowsAsync("startup", saved, "--by", "assembly");
        JsonElement[] compiled = await RowsAsync("jit", "--columns", "+module", "--format", "json", "--", program);

        Assert.Equal(phases.Select(static row => row.GetRawText()), again.Select(static row => row.GetRawText()));
        Assert.Equal(["host", "runtime", "program"], phases.Select(static row => row.GetProperty("phase").GetString()));
        for (int i = 1; i < phases.Length; i++)
        {
            JsonElement before = phases[i - 1];
            long end = before.GetProperty("start_ns").GetInt64() + before.GetProperty("duration_ns").GetInt64();
            Assert.Equal(end, phases[i].GetProperty("start_ns").GetInt64());
        }

        Assert.Equal(["System.Private.CoreLib", "Empty"], assemblies.Take(2).Select(static row => row.GetProperty("assembly").GetString()));
        // It is not compiled ahead of time.
        Assert.Contains(compiled, static row => row.GetProperty("module").GetString() == "Empty.dll");
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.RootReason)]
    public async Task An_assembly_that_the_program_does_not_find_is_told_with_who_needed_it()
    {
        Needs.Root();
        string copy = Directory.CreateDirectory(_folder.File("copy")).FullName;
        foreach (string file in Directory.GetFiles(Repository.SampleFolder("TabLog"))
            .Where(static file => !file.EndsWith(".deps.json", StringComparison.Ordinal)))
            File.Copy(file, Path.Combine(copy, Path.GetFileName(file)));
        File.Delete(Path.Combine(copy, "Fathom.Testing.dll"));
        string saved = _folder.File("failed.fathom");

        ToolRun run = await FailAsync(Path.Combine(copy, "TabLog"), saved);
        ToolRun phases = await FathomTool.RunAsync("startup", saved);

        JsonElement failed = Assert.Single(JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray());
        Assert.Equal(("Fathom.Testing", "TabLog"),
            (failed.GetProperty("assembly").GetString(), failed.GetProperty("requested_by").GetString()));
        // The program itself says the same as it ends.
        Assert.Contains($"Could not load file or assembly 'Fathom.Testing, Version={failed.GetProperty("version").GetString()},", run.Error,
            StringComparison.Ordinal);
        Assert.Contains("1 assembly was asked for and not found: Fathom.Testing; the searches took ", phases.Out, StringComparison.Ordinal);
    }

    // A program that is aborted takes with it what its runtime has not sent yet.
    private static async Task<ToolRun> FailAsync(string program, string saved)
    {
        const int most = 5;
        for (int take = 1; ; take++)
        {
            ToolRun run = await FathomTool.RunAsync("startup", "--failed", "--save", saved, "--force", "--format", "json", "--", program);
            if (take == most || JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").GetArrayLength() > 0)
                return run;
        }
    }

    // What follows -- is the program's.
    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync(args);
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }

    [Fact]
    public async Task A_program_that_runs_has_no_start_any_more()
    {
        using SampleProcess sample = SampleProcess.Start("Events");

        ToolRun run = await FathomTool.RunAsync("startup", $"{sample.Pid}");

        Assert.Equal((2, ""), (run.ExitCode, run.Out));
        Assert.Equal($"error: 'Events' (pid {sample.Pid}) runs already, and its start cannot be recorded any more.\n  next: fathom startup -- PROGRAM\n", run.Error);
    }
}
