using System.Diagnostics;
using System.Text;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>What <c>fathom dump</c> says about what it cannot do: one sentence, one next step, no file.</summary>
public sealed partial class DumpBadInputTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_bad_input_is_one_sentence_with_the_next_step()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using Process sleeper = Process.Start("sleep", "60");
        await File.WriteAllTextAsync(_folder.File("taken.core"), "mine\n", TestContext.Current.CancellationToken);
        StringBuilder said = new();
        try
        {
            foreach (string line in new[]
            {
                "dump", "dump 4194305", "dump no-such-program", $"dump {sleeper.Id}", "dump taken.core", $"dump pid:{sample.Pid} -o taken.core",
                $"dump pid:{sample.Pid} -o no-folder/it.core", $"dump pid:{sample.Pid} -o {{nam}}.core", $"dump pid:{sample.Pid} --kind large",
                $"dump pid:{sample.Pid} --when rss_byte=1..", $"dump pid:{sample.Pid} --when rss_bytes=x", $"dump pid:{sample.Pid} --lasting 3s", $"dump pid:{sample.Pid} --count 0",
                $"dump pid:{sample.Pid} --every 3s", $"dump pid:{sample.Pid} --count 3 -o it.core", $"dump pid:{sample.Pid} --wait-for Idle",
                $"dump pid:{sample.Pid} --when exception=A,threads=3..",
                $"dump pid:{sample.Pid} --before-handlers",
                $"dump pid:{sample.Pid} and another",
                "dump --when threads=3.. -- dotnet it.dll",
                "dump -- ./no-program",
                "dump --before-handlers --when exception=* -- ./no-program",
                "dump --verify taken.core", "dump --verify nothing.core", $"dump {sample.Pid} --verify taken.core",
            })
            {
                ToolRun run = await FathomTool.RunAsync(line.Split(' '), null, folder: _folder.Path);
                Assert.Equal("", run.Out);
                said.Append($"$ fathom {line}\n{run.Error}exit {run.ExitCode}\n\n");
            }
        }
        finally
        {
            sleeper.Kill();
        }

        Assert.Equal([_folder.File("taken.core")], Directory.EnumerateFileSystemEntries(_folder.Path));
        await TargetHealth.CheckAsync(sample, beats: false);
        Snapshot.Match(Steady(said.ToString(), sample.Pid, sleeper.Id), "bad-input.txt");
    }

    [Fact]
    public async Task A_process_that_is_traced_already_is_left_alone()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        ToolRun run;
        using (SampleProcess.Start("Fathom.TargetHolder", $"{sample.Pid}"))
            run = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "-o", _folder.File("it.core"));

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Matches("^error: Process [0-9]+ is already held by process [0-9]+", run.Error);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    public async Task A_zombie_and_a_process_of_another_user_are_refused_in_one_sentence()
    {
        using Process parent = Process.Start(new ProcessStartInfo("sh", ["-c", "(until grep -qx sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 60"]) { RedirectStandardOutput = true })!;
        using SampleProcess sample = SampleProcess.Start("Idle");
        try
        {
            string zombie = (await parent.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken))!;
            Assert.True(SpinWait.SpinUntil(() => File.ReadAllText($"/proc/{zombie}/stat").Contains(") Z ", StringComparison.Ordinal), TimeSpan.FromSeconds(30)));
            string user = Environment.IsPrivilegedProcess ? $"setpriv --reuid=65534 --regid=65534 --clear-groups fathom dump {sample.Pid}" : "fathom dump 1";

            ToolRun ended = await FathomTool.RunAsync("dump", zombie, "-o", _folder.File("it.core"));
            ToolRun other = await FathomTool.ShellAsync($"{user} -o /tmp/");

            Assert.Equal((3, ""), (ended.ExitCode, ended.Out));
            Assert.Matches($"^error: .*{zombie}.*(zombie|ended|no \\.NET).*\n  next: ", ended.Error);
            Assert.Equal((3, ""), (other.ExitCode, other.Out));
            Assert.Contains("belongs to user root, and this Fathom runs as ", other.Error, StringComparison.Ordinal);
            Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
            await TargetHealth.CheckAsync(sample, beats: false);
        }
        finally
        {
            parent.Kill();
        }
    }

    [Fact]
    public async Task A_program_in_a_PID_namespace_of_its_own_is_dumped()
    {
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(
            "unshare",
            [.. Needs.Namespaces(), "--pid", "--mount", "--fork", "--mount-proc", Path.Combine(Repository.SampleFolder("Idle"), "Idle")]));
        string inside = File.ReadAllText($"/proc/{sample.Pid}/task/{sample.Pid}/children").Trim();

        ToolRun run = await FathomTool.RunAsync("dump", inside, "--kind", "mini", "-o", _folder.File("it.core"), "--format", "json");

        Assert.True(Assert.Single(DumpJson.Of(run)).Verified, run.ToString());
        Assert.Contains("prints some lines into the standard output of the process", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("State:\tt", File.ReadAllText($"/proc/{inside}/status"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_full_disk_and_a_read_only_folder_leave_nothing()
    {
        Needs.Root();
        string small = Directory.CreateDirectory(_folder.File("small")).FullName, fixedFolder = Directory.CreateDirectory(_folder.File("fixed")).FullName;

        // Mounts that only the sample sees, and the tool when it enters the sample's view: a file system of 16 MiB, and one that cannot be written.
        string program = Path.Combine(Repository.SampleFolder("HeapMix"), "HeapMix");
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo("unshare", ["--mount", "sh", "-c",
            $"mount -t tmpfs -o size=16m none '{small}' && mount -t tmpfs -o ro none '{fixedFolder}' && exec '{program}' 120000"]));
        ToolRun run = await FathomTool.ShellAsync(
            $"""
            enter() (nsenter --target {sample.Pid} --mount "$@")
            enter fathom dump pid:{sample.Pid} -o {small}/; echo "exit $?"
            enter fathom dump pid:{sample.Pid} -o {small}/ --force; echo "exit $?"
            enter fathom dump pid:{sample.Pid} -o {fixedFolder}/; echo "exit $?"
            enter ls {small} {fixedFolder} | wc -w
            """);

        Assert.Equal("exit 3\nexit 3\nexit 3\n2\n", run.Out);
        Assert.Matches("bytes free, and the dump will need about [0-9,]+ \\(an estimate\\)", run.Error);
        Assert.Matches("error: The (dump of process [0-9]+ is incomplete|dump writer of process [0-9]+ could not write)", run.Error);
        Assert.Matches("error: .*fixed.*cannot be written", run.Error);
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    public async Task A_process_with_a_view_of_files_of_its_own_is_dumped_into_ours()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo("unshare", OwnTemporaryFolder.Unshare([], Path.Combine(Repository.SampleFolder("HeapMix"), "HeapMix"), "1200")));

        ToolRun run = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "-o", _folder.File("it.core"), "--format", "json");

        Assert.True(Assert.Single(DumpJson.Of(run)).Verified);
        Assert.Empty(Directory.EnumerateFiles($"/proc/{sample.Pid}/root/tmp", "*.partial"));
        Assert.Contains("prints some lines into the standard output of the process", run.Error, StringComparison.Ordinal);
        await TargetHealth.CheckAsync(sample, beats: false);
    }

    private string Steady(string text, int sample, int sleeper) => Changing().Replace(
        text.Replace(_folder.Path, "FOLDER", StringComparison.Ordinal).Replace($"{sample}", "PID", StringComparison.Ordinal).Replace($"{sleeper}", "SLEEP", StringComparison.Ordinal), "");

    // Fractions of a second; and the processes of others, which an ordinary user cannot look into.
    [GeneratedRegex("\\.[0-9]{6,}|; [0-9]+ process(es)? could not be inspected[^\n]*")]
    private static partial Regex Changing();
}
