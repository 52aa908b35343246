using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>What <c>fathom record</c> says about what it cannot do: one sentence, one next step, and nothing half-written; and what it goes on without.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class RecordBadInputTests : IDisposable
{
    private static readonly int[] s_well = [0, 1];

    private readonly TestFolder _folder = new();

    private static string Phases => Path.Combine(Repository.SampleFolder("Phases"), "Phases");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_bad_input_is_one_sentence_with_the_next_step_and_leaves_nothing()
    {
        Needs.Perf();
        File.WriteAllText(_folder.File("notes.txt"), "hello");
        StringBuilder said = new();
        foreach (string line in new[]
        {
            "--save  --duration 1s", "--save a.fathom --", "--save a.fathom -- ./no-program", "--save a.fathom -- /etc", "--save a.fathom -- ./notes.txt",
            $"--save a.fathom --duration 1s {int.MaxValue}", "--save a.fathom --duration 1s no-such-process", "--save missing/a.fathom --duration 1s", "--save notes.txt/a.fathom --duration 1s",
            "--save a.fathom --duration soon", "--save a.fathom --duration 1ms", "--save a.fathom --max-size much", "--save a.fathom --max-size 1KiB", "--save a.fathom --frequency 0",
            "--save a.fathom --ring-size 1KiB", "--save a.fathom --stack-bytes 100", "--save a.fathom --stack-bytes 65536", "--save a.fathom --stack-bytes much",
            "--save a.fathom --stack-bytes 32768 --ring-size 64KiB",
            "--save a.fathom --duration 1s --event nonsense", "--save a.fathom --duration 1s --event no:such", "--save a.fathom --events A:zz:q",
            "--save a.fathom --propagate-exit --duration 1s", "--save a.fathom --duration 1s --no-runtime-events --events A", "--save a.fathom --inlined --duration 1s",
            "--save a.fathom --inlined --no-runtime-events -- ./notes.txt",
        })
        {
            ToolRun run = await FathomTool.RunAsync(["record", .. line.Split(' ')], null, folder: _folder.Path);
            Assert.Equal("", run.Out);
            said.Append(CultureInfo.InvariantCulture, $"$ fathom record {line}\n{run.Error}exit {run.ExitCode}\n\n");
        }

        Snapshot.Match(UnseenProcesses.LeaveOut(said.ToString()).Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), "record-bad-input.txt");
        Assert.Equal([_folder.File("notes.txt")], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task A_folder_that_is_not_writable_is_told_to_an_ordinary_user()
    {
        Needs.Perf();
        Needs.Root();
        string line = $"setpriv --reuid 4711 --regid 4711 --clear-groups '{FathomTool.Executable}' record --save /proc/a.fathom -- true";

        ToolRun run = await FathomTool.ShellAsync(line);

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Contains("next: name a folder that this user may write to", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("exit 9", "exit code 9")]
    // One that has ended before the kernel can be asked about it has only the number that a shell tells.
    [InlineData("sleep 0.1; kill -ABRT $$", "killed by signal 6 (SIGABRT)")]
    public async Task A_program_that_dies_at_once_is_told_with_what_it_said_and_recorded(string end, string told)
    {
        Needs.Perf();
        ToolRun run = await FathomTool.RunAsync("record", "--save", _folder.File("dead.fathom"), "--", "sh", "-c", $"echo broken >&2; {end}");

        Assert.Contains(run.ExitCode, s_well);
        Assert.Contains("broken\n", run.Error, StringComparison.Ordinal);
        Assert.Contains($"'sh' ended with {told}.", run.Out, StringComparison.Ordinal);
        Assert.NotEmpty(await RowsAsync("processes", "--where", "process=sh"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_without_NET_is_told_once_and_its_waits_are_recorded()
    {
        Needs.Perf();
        using Process loop = Process.Start("sh", ["-c", "while true; do sleep 0.1; done"]);
        try
        {
            ToolRun run = await FathomTool.RunAsync("record", "--save", _folder.File("dead.fathom"), "--duration", "1s", $"{loop.Id}");

            Assert.Contains(run.ExitCode, s_well);
            Assert.Single(run.Error.Split('\n'), line => line.Contains($"Process {loop.Id} has no diagnostic port, and no code of a .NET runtime is mapped in it", StringComparison.Ordinal));
            JsonElement life = Assert.Single(await RowsAsync("processes", "--where", $"pid={loop.Id}"));
            Assert.InRange(life.GetProperty("waiting_ns").GetInt64(), 100_000_000, 2_000_000_000);
        }
        finally
        {
            loop.Kill(entireProcessTree: true);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Diagnostics_that_are_switched_off_are_told_and_the_processor_is_recorded()
    {
        Needs.Perf();
        Dictionary<string, string> off = new() { ["DOTNET_EnableDiagnostics"] = "0" };

        ToolRun run = await FathomTool.RunAsync(["record", "--save", _folder.File("dead.fathom"), "--", Phases, "run", _folder.File("facts.json"), "0", "throw"], off);

        Assert.Contains(run.ExitCode, s_well);
        const string told = "not recorded: the runtime events of started programs. The environment has DOTNET_EnableDiagnostics=0. To change it: unset DOTNET_EnableDiagnostics";
        Assert.Single(run.Error.Split('\n'), static line => line.Contains(told, StringComparison.Ordinal));
        Assert.NotEmpty(await RowsAsync("cpu", "--where", "process=Phases"));
    }

    private Task<JsonElement[]> RowsAsync(string verb, params string[] more) => FathomTool.RowsAsync([verb, _folder.File("dead.fathom"), .. more]);
}
