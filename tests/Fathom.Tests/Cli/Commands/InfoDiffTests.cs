using System.Text;
using System.Text.RegularExpressions;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query;
using Fathom.Tests.Query.Info;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary><c>fathom info diff</c> over two recordings.</summary>
public sealed partial class InfoDiffTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("info-diff.txt")]
    [InlineData("info-diff.csv", "--format", "csv")]
    [InlineData("info-diff.json", "--format", "json")]
    [InlineData("info-diff-all.txt", "--all")]
    public async Task What_differs_is_shown_part_by_part(string snapshot, params string[] options)
    {
        HostRun run = await DiffAsync("a", "b", options);

        Assert.Equal(ExitCode.Ok, run.Code);
        Snapshot.Match(Steady($"{run.Out}\n{run.Error}"), snapshot);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("part=environment,status=changed", ExitCode.LimitBroken)]
    [InlineData("fact=events,delta_percent=10..", ExitCode.LimitBroken)]
    [InlineData("fact=events,delta_percent=50..", ExitCode.Ok)]
    public async Task A_difference_can_be_judged(string limit, ExitCode code) => Assert.Equal(code, (await DiffAsync("a", "b", "--fail-if", limit)).Code);

    [Fact]
    public async Task Of_a_recording_and_itself_nothing_differs()
    {
        HostRun run = await DiffAsync("a", "a", "--format", "csv");

        Assert.Equal((ExitCode.Ok, "part,item,fact,status,delta,delta_percent,a,b\n"), (run.Code, run.Out));
    }

    [Fact]
    public async Task A_recording_that_does_not_tell_its_environment_is_not_taken_for_one_without()
    {
        EnvironmentRecordings.Create(_folder, "b", hasFacts: false).Dispose();
        HostRun run = await DiffAsync("a", "b", "--format", "csv", "--where", "part=environment");

        Assert.Equal("part,item,fact,status,delta,delta_percent,a,b\nenvironment,,recorded,changed,,,yes,no\n", run.Out);
        Assert.Contains("note: B does not hold the state of its machine, so that is not compared", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_recording_is_refused()
    {
        HeapRecordings.Create(_folder, "heap", "T", 1).Dispose();
        await File.WriteAllTextAsync(_folder.File("notes.txt"), "hello", TestContext.Current.CancellationToken);
        string heap = _folder.File("heap.fathom");
        StringBuilder text = new();
        foreach (string[] words in (string[][])[[], [heap], [heap, "notes.fathom"], [heap, _folder.File("notes.txt")], [heap, "pid:4194304"]])
        {
            HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["info", "diff", .. words], TestContext.Current.CancellationToken);
            text.Append($"$ fathom info diff {string.Join(' ', words)}\n{run}\n");
        }

        Snapshot.Match(UnseenProcesses.LeaveOut(text.ToString()).Replace(_folder.Path, "F", StringComparison.Ordinal), "info-diff-refused.txt");
    }

    private Task<HostRun> DiffAsync(string a, string b, params string[] options)
    {
        string[] paths = [.. ((string[])[a, b]).Select(name =>
        {
            string path = _folder.File(name + ".fathom");
            if (!Directory.Exists(path))
                EnvironmentRecordings.Create(_folder, name).Dispose();
            return path;
        })];
        return HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["info", "diff", .. paths, .. options], TestContext.Current.CancellationToken);
    }

    // The size of a recording depends on the engine's version.
    private string Steady(string text) => Size().Replace(text.Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), static match => SizeNumbers().Replace(match.Value, "N"));

    [GeneratedRegex("(?m)(?<=^[^\n]*size_bytes)[^\n]*")]
    private static partial Regex Size();

    [GeneratedRegex("[-+]?[0-9][0-9,.]*")]
    private static partial Regex SizeNumbers();
}
