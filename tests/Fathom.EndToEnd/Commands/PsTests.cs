using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Commands;

public sealed class PsTests
{
    [Fact]
    public async Task Ps_names_the_application_not_dotnet_and_leaves_the_program_alone()
    {
        using SampleProcess sample = SampleProcess.StartWithHost("Idle");

        ToolRun run = await FathomTool.RunAsync("ps", "idle", "--format", "json");

        Assert.Equal(ExitCode.Ok, run.Code);
        using JsonDocument answer = JsonDocument.Parse(run.Out);
        JsonElement row = answer.RootElement.GetProperty("rows").EnumerateArray().Single(r => r.GetProperty("pid").GetInt32() == sample.Pid);
        Assert.Equal("Idle.dll", row.GetProperty("application").GetString());
        Assert.Equal(sample.Facts.GetProperty("runtime").GetString(), row.GetProperty("runtime").GetString());
        Assert.Equal(sample.Facts.GetProperty("user").GetString(), row.GetProperty("user").GetString());
        Assert.Equal(
            sample.Facts.GetProperty("start_utc").GetDateTime(), row.GetProperty("start_utc").GetDateTime(), TimeSpan.FromSeconds(1.1));
        await TargetHealth.CheckAsync(sample, beats: false);
    }

    [Fact]
    public async Task Ps_does_not_list_itself()
    {
        // The shell becomes the tool, so both have one process number.
        ToolRun run = await FathomTool.ShellAsync("echo $$; exec fathom ps --columns pid --format csv");

        string[] lines = run.Out.ReplaceLineEndings("\n").Split('\n');
        Assert.Equal("pid", lines[1]);
        Assert.DoesNotContain(lines[0], lines[2..]);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Idle : --role & !--test -> Billing\n")]
    [InlineData(
        """
        <ProcessRenamer><ProcessRenamers><RenameRule>
          <ExeName>Idle</ExeName><CmdLineSubstrings><string>--role</string></CmdLineSubstrings>
          <NotCmdLineSubstrings><string>--test</string></NotCmdLineSubstrings><NewExeName>Billing</NewExeName>
        </RenameRule></ProcessRenamers></ProcessRenamer>
        """)]
    public async Task The_users_own_rename_rules_apply_without_being_asked_for(string rules)
    {
        using SampleProcess renamed = SampleProcess.Start("Idle", "--role", "billing");
        using SampleProcess other = SampleProcess.Start("Idle", "--role", "billing", "--test");
        using TestFolder folder = new();
        Directory.CreateDirectory(folder.File("fathom"));
        await File.WriteAllTextAsync(Path.Combine(folder.File("fathom"), "rename.txt"), rules, TestContext.Current.CancellationToken);
        Dictionary<string, string> environment = new() { ["XDG_CONFIG_HOME"] = folder.Path };

        ToolRun run = await FathomTool.RunAsync(["ps", "--columns", "pid,name,application", "--format", "csv"], environment);

        string[] lines = run.Out.ReplaceLineEndings("\n").Split('\n');
        Assert.Contains($"{renamed.Pid},Billing,Idle.dll", lines);
        Assert.Contains($"{other.Pid},Idle,Idle.dll", lines);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.RootReason)]
    public async Task Where_no_program_runs_it_says_so_and_what_to_try()
    {
        Needs.Root();

        ToolRun run = await FathomTool.ShellAsync("unshare --pid --fork --mount-proc fathom ps");

        Assert.Equal((0, ""), (run.ExitCode, run.Out));
        Assert.Equal("note: No .NET program was found; 'fathom tour' starts one and looks at it.\n", run.Error);
    }

    [Fact]
    public async Task Another_user_sees_that_the_program_is_there_and_what_is_hidden()
    {
        // Only root can run the tool as somebody else; without that, the processes of root are those of another user.
        bool isRoot = Environment.IsPrivilegedProcess;
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Idle"), "Idle"));
        start.Environment.Remove("TMPDIR");
        using SampleProcess sample = SampleProcess.Start(start);
        string tool = $"{(isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "")}fathom";

        ToolRun run = await FathomTool.ShellAsync($"{tool} ps idle --format csv");

        Assert.Equal(ExitCode.Ok, run.Code);
        string row = run.Out.ReplaceLineEndings("\n").Split('\n').Single(line => line.StartsWith($"{sample.Pid},", StringComparison.Ordinal));
        Assert.Contains("could not be inspected; run as root, or with CAP_SYS_PTRACE", run.Error, StringComparison.Ordinal);
        if (isRoot)
            Assert.StartsWith($"{sample.Pid},Idle,,", row, StringComparison.Ordinal);
    }
}
