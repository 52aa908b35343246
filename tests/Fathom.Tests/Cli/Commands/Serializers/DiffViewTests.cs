using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>The comparison of two saved measurements: what is shown, and which limits end with code 10.</summary>
public sealed class DiffViewTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("serializers-diff.txt")]
    [InlineData("serializers-diff.csv", "--format", "csv", "--columns", "+reason,+slower_percent,+delta_size_bytes,+delta_allocated_bytes,+old_version,+new_version")]
    public async Task Two_recordings_are_shown_side_by_side(string snapshot, params string[] options)
    {
        Record(tenth: true, machine: "box");

        HostRun run = await Of(["diff", _folder.File("old.fathom"), _folder.File("new.fathom"), .. options]);

        Assert.Equal(ExitCode.Ok, run.Code);
        Snapshot.Match($"{run.Out}\n{run.Error}".Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), snapshot);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(true, "box", "verdict=slower", ExitCode.LimitBroken)]
    [InlineData(true, "box", "slower_percent=0.5..", ExitCode.LimitBroken)]
    [InlineData(true, "box", "slower_percent=20..", ExitCode.Ok)]
    [InlineData(true, "box", "verdict=slower,ratio=1.05..", ExitCode.LimitBroken)]
    [InlineData(true, "box", "delta_size_bytes=1..", ExitCode.LimitBroken)]
    [InlineData(false, "box", "verdict=slower", ExitCode.Ok)]
    [InlineData(false, "box", "slower_percent=0.1..", ExitCode.Ok)]
    // A ratio inside of its bounds is no regression, and no all-clear.
    [InlineData(false, "box", "ratio=1.0..", ExitCode.Partial)]
    // Of another machine only what is exact is judged.
    [InlineData(true, "laptop", "verdict=slower", ExitCode.Ok)]
    [InlineData(true, "laptop", "slower_percent=0.5..", ExitCode.Ok)]
    [InlineData(true, "laptop", "ratio=1.05..", ExitCode.Partial)]
    [InlineData(true, "laptop", "delta_allocated_bytes=1..", ExitCode.LimitBroken)]
    public async Task Only_a_regression_beyond_its_bounds_breaks_a_limit(bool tenth, string machine, string limit, ExitCode code)
    {
        Record(tenth, machine);

        HostRun diff = await Of("diff", _folder.File("old.fathom"), _folder.File("new.fathom"), "--fail-if", limit);
        HostRun baseline = await Of(_folder.File("new.fathom"), "--baseline", _folder.File("old.fathom"), "--fail-if", limit);

        Assert.Equal("", diff.Code == code ? "" : $"{diff.Code}: {diff.Error}");
        Assert.Equal((diff.Code, diff.Out), (baseline.Code, baseline.Out));
    }

    [Fact]
    public async Task Without_a_floor_it_is_said_that_nothing_tells_what_the_machine_did()
    {
        new BaselineRecordings(_folder) { Has = static name => name[0] != '(' }.Create("old", 1).Dispose();
        new BaselineRecordings(_folder) { Has = static name => name[0] != '(', Factor = static _ => 1.2 }.Create("new", 2).Dispose();

        HostRun run = await Of("diff", _folder.File("old.fathom"), _folder.File("new.fathom"));

        Assert.Contains("note: no floor was measured in both recordings, so a machine that was slower on that day looks like a change of all serializers", run.Error, StringComparison.Ordinal);
    }

    // A limit on ratios is judged where all of them are certain.
    [Theory]
    [InlineData("ratio=1.3..", ExitCode.Ok)]
    [InlineData("ratio=1.1..", ExitCode.LimitBroken)]
    public async Task Where_all_is_certain_ratios_are_judged(string limit, ExitCode code)
    {
        new BaselineRecordings(_folder) { Has = static name => name == "Bond" }.Create("old", 1).Dispose();
        new BaselineRecordings(_folder) { Has = static name => name == "Bond", Factor = static _ => 1.2 }.Create("new", 2).Dispose();

        Assert.Equal(code, (await Of("diff", _folder.File("old.fathom"), _folder.File("new.fathom"), "--fail-if", limit)).Code);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(ExitCode.Usage, "x.fathom", "--baseline", "old.fathom", "--layout", "classic")]
    [InlineData(ExitCode.Usage, "x.fathom", "--same-machine")]
    [InlineData(ExitCode.Usage, "x.fathom", "--profile", "--baseline", "old.fathom")]
    [InlineData(ExitCode.Target, "x.fathom", "--baseline", "empty.fathom")]
    [InlineData(ExitCode.Target, "x.fathom", "--baseline", "absent.fathom")]
    [InlineData(ExitCode.Target, "diff", "empty.fathom", "old.fathom")]
    public async Task What_cannot_be_compared_is_refused_in_a_sentence(ExitCode code, params string[] words)
    {
        Record(tenth: false, machine: "box");
        new BaselineRecordings(_folder) { Has = static _ => false }.Create("empty", 1).Dispose();

        HostRun run = await Of([.. words.Select(word => word.EndsWith(".fathom", StringComparison.Ordinal) ? _folder.File(word) : word)]);

        Assert.Equal((code, ""), (run.Code, run.Out));
        Assert.StartsWith("error: ", run.Error, StringComparison.Ordinal);
    }

    private void Record(bool tenth, string machine)
    {
        new BaselineRecordings(_folder).Create("old", 1).Dispose();
        new BaselineRecordings(_folder) { Machine = machine, Factor = name => tenth && name == "Bond" ? 1.1 : 1, More = name => tenth && name == "Avro" ? 8 : 0 }.Create("new", 2).Dispose();
    }

    private static Task<HostRun> Of(params string[] words) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", .. words], TestContext.Current.CancellationToken);
}
