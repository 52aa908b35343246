using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Commands;

/// <summary>Fathom runs in a PID namespace of its own, and <c>/proc</c> still shows the one outside: a process that runs was said to have ended.</summary>
[Trait(Needs.Trait, Needs.NamespacesReason)]
public sealed class ForeignProcTests : IDisposable
{
    private const string Sentence = "/proc shows another PID namespace than the one that Fathom runs in: Fathom is process ";

    private const string NextStep =
        "mount the right one (mount -t proc proc /proc, or unshare with --mount-proc), or start fathom in the namespace that /proc shows";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("stacks pid:{0}")]
    [InlineData("stacks locks {0}")]
    [InlineData("findings {0}")]
    [InlineData("heap {0} --save a.fathom")]
    [InlineData("memory {0}")]
    [InlineData("watch {0} --count 1")]
    [InlineData("dump {0} -o a.core")]
    [InlineData("dump --wait-for nobody")]
    [InlineData("dump -- true")]
    [InlineData("info {0}")]
    [InlineData("record --save a.fathom --duration 1s {0}")]
    [InlineData("record --save a.fathom --duration 1s")]
    [InlineData("record --save a.fathom -- true")]
    [InlineData("heap nobody")]
    public async Task No_verb_takes_numbers_that_are_those_of_other_processes(string line)
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        ToolRun run = await ApartAsync(string.Format(System.Globalization.CultureInfo.InvariantCulture, line, sample.Pid));

        Assert.Equal((ExitCode.NotPossible, ""), (run.Code, run.Out));
        Assert.StartsWith($"error: {Sentence}", run.Error, StringComparison.Ordinal);
        Assert.Contains($"\n  next: {NextStep}", run.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
        await TargetHealth.CheckAsync(sample, beats: false);
    }

    [Fact]
    public async Task What_lists_processes_says_so_and_doctor_has_it_as_missing()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        ToolRun list = await ApartAsync("ps idle --format json"), doctor = await ApartAsync("doctor --format json");

        Assert.Equal((ExitCode.Ok, ExitCode.NotPossible), (list.Code, doctor.Code));
        Assert.Contains(Rows(list), row => row.GetProperty("pid").GetInt32() == sample.Pid);
        Assert.Contains($"note: {Sentence}", list.Error, StringComparison.Ordinal);
        JsonElement space = Rows(doctor).Single(static row => row.GetProperty("check").GetString() == "PID namespace");
        Assert.False(space.GetProperty("ok").GetBoolean());
        Assert.StartsWith(Sentence, space.GetProperty("value").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_asks_no_process_answers()
    {
        string recording = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings", "2026-11", "memory.fathom.zip");

        ToolRun run = await ApartAsync($"memory '{recording}'");

        Assert.True(run.Code == ExitCode.Ok && !run.Error.Contains(Sentence, StringComparison.Ordinal), run.ToString());
    }

    private Task<ToolRun> ApartAsync(string line) =>
        FathomTool.ShellAsync($"unshare {string.Join(' ', Needs.Namespaces())} --pid --fork fathom {line}", folder: _folder.Path);

    private static JsonElement.ArrayEnumerator Rows(ToolRun run) => JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray();
}
