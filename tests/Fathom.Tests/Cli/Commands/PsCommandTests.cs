using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

public sealed class PsCommandTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Ps_lists_live_programs_with_the_documented_columns()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        HostRun run = await Run("ps", "idle", "--format", "csv");

        string[] lines = run.Out.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal("pid,application,runtime,rss_bytes,user,container,start_utc", lines[0]);
        Assert.Contains(lines, line => line.StartsWith($"{sample.Pid},Idle.dll,{Environment.Version},", StringComparison.Ordinal));
        Assert.Equal(ExitCode.Ok, run.Code);
    }

    [Fact]
    public async Task Ps_shows_more_columns_when_asked_and_names_by_rules()
    {
        using SampleProcess sample = SampleProcess.Start("Idle", "--role", "billing");
        using TestFolder folder = new();
        string rules = folder.File("rename.txt");
        await File.WriteAllTextAsync(rules, "Idle : --role billing -> Billing\n", TestContext.Current.CancellationToken);

        HostRun run = await Run("ps", "billing", "--rename", rules, "--columns", "pid,name,parent_pid", "--format", "csv");

        Assert.Equal($"pid,name,parent_pid\r\n{sample.Pid},Billing,{sample.ParentPid}\r\n".ReplaceLineEndings(), run.Out.ReplaceLineEndings());
    }

    [Fact]
    public async Task A_pattern_that_nothing_fits_is_an_answer()
    {
        HostRun run = await Run("ps", "no-such-*");

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.Matches("note: (there are no rows|No .NET program was found; )", run.Error);
    }

    [Theory]
    [InlineData("unknown-column", "ps", "--columns", "pid,size")]
    [InlineData("unknown-condition", "ps", "--where", "colour=1GiB..")]
    [InlineData("no-rules", "ps", "--rename", "/no/such/rules")]
    public async Task Wrong_wishes_are_refused(string name, params string[] args) =>
        Snapshot.Match((await Run(args)).ToString(), $"ps-{name}.txt");

    private static Task<HostRun> Run(params string[] args) =>
        HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, args, TestContext.Current.CancellationToken);
}
