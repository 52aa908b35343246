using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Memory;

/// <summary>Processes that <c>fathom memory</c> cannot look at, or has to look at in another way, and places that it cannot write to.</summary>
public sealed class MemoryBadInputTests : IDisposable
{
    private const string VmMap = """
        "Process:","Shop.exe"
        "PID:","4711"
        "Type","Size","Committed","Private","Total WS","Private WS"
        "Total","100","100","","24",""
        "Address","Type","Size","Committed","Private","Total WS","Private WS","Protection","Details"
        "7FF600000000","Image","100","100","","24","4","Execute/Read","C:\app\Shop.exe"

        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_zombie_is_told_from_a_process_that_is_not_there()
    {
        // The shell becomes a program that never asks for its child, which ends only then: the shell itself would collect it.
        using Process parent = Process.Start(new ProcessStartInfo("sh", ["-c", "(until grep -qx sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 60"]) { RedirectStandardOutput = true })!;
        try
        {
            int zombie = int.Parse((await parent.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken))!, CultureInfo.InvariantCulture);
            Assert.True(SpinWait.SpinUntil(() => File.ReadAllText($"/proc/{zombie}/stat").Contains(") Z ", StringComparison.Ordinal), TimeSpan.FromSeconds(30)));

            ToolRun run = await FathomTool.RunAsync("memory", $"{zombie}");

            Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
            Assert.Matches($@"^error: Process {zombie} \([^)]+\) has ended; its parent has not collected it yet \(a zombie\), and nothing of its memory is left\.\n  next: ", run.Error);
        }
        finally
        {
            parent.Kill();
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_in_PID_and_mount_namespaces_of_its_own_has_the_same_balance()
    {
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(
            "unshare",
            [.. Needs.Namespaces(), "--pid", "--mount", "--fork", "--mount-proc", Path.Combine(Repository.SampleFolder("Idle"), "Idle")]));
        string inside = File.ReadAllText($"/proc/{sample.Pid}/task/{sample.Pid}/children").Trim();

        foreach (string[] options in new string[][] { [], ["--stop"] })
        {
            ToolRun run = await FathomTool.RunAsync(["memory", inside, "--format", "json", .. options]);

            Assert.True(run.ExitCode == 0, run.ToString());
            using JsonDocument answer = JsonDocument.Parse(run.Out);
            Assert.Contains(answer.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("category").GetString() == "managed heap" && row.GetProperty("rss_bytes").GetInt64() > 0);
        }
    }

    [Fact]
    public async Task A_thread_of_the_kernel_has_no_memory_of_its_own()
    {
        // In a container there are none to be seen.
        if (!File.Exists("/proc/2/comm") || await File.ReadAllTextAsync("/proc/2/comm", TestContext.Current.CancellationToken) != "kthreadd\n")
            return;

        ToolRun run = await FathomTool.RunAsync("memory", "2");

        Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
        Assert.Equal("error: Process 2 (kthreadd) is a thread of the kernel, which has no memory of its own.\n  next: fathom orphans shows what the kernel holds\n", run.Error);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_that_another_holds_is_read_and_not_stopped()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        ToolRun read, stopped;
        using (SampleProcess.Start("Fathom.TargetHolder", $"{sample.Pid}"))
        {
            read = await FathomTool.RunAsync("memory", $"pid:{sample.Pid}", "--format", "json");
            stopped = await FathomTool.RunAsync("memory", $"pid:{sample.Pid}", "--stop");
        }

        Assert.True(read.ExitCode == 0, read.ToString());
        using JsonDocument answer = JsonDocument.Parse(read.Out);
        Assert.Contains(answer.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("category").GetString() == "managed heap" && row.GetProperty("rss_bytes").GetInt64() > 0);
        Assert.Equal((ExitCode.Target, ""), (stopped.Code, stopped.Out));
        Assert.Matches("^error: Process [0-9]+ is already held by process [0-9]+", stopped.Error);
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    public async Task A_process_of_another_user_is_refused_with_the_line_that_helps()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        bool isRoot = Environment.IsPrivilegedProcess;

        foreach (string options in new[] { "", " --stop", " --live" })
        {
            ToolRun run = await FathomTool.ShellAsync(isRoot ? $"setpriv --reuid=65534 --regid=65534 --clear-groups fathom memory {sample.Pid}{options}" : $"fathom memory 1{options}");

            Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
            Assert.Contains("belongs to user root, and this Fathom runs as ", run.Error, StringComparison.Ordinal);
        }

        await TargetHealth.CheckAsync(sample, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_that_ends_while_it_is_looked_at_is_one_sentence()
    {
        Random random = new(4711);
        foreach (string options in new[] { "", "--stop", "--live", "", "--stop", "--live" })
        {
            using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");
            Task<ToolRun> asking = FathomTool.RunAsync(["memory", $"{sample.Pid}", "--format", "csv", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
            await Task.Delay(random.Next(50, 900), TestContext.Current.CancellationToken);
            using (Process program = Process.GetProcessById(sample.Pid))
                program.Kill();
            ToolRun run = await asking;

            Assert.Contains(run.Code, new[] { ExitCode.Ok, ExitCode.Target });
            if (run.Code == ExitCode.Target)
                Assert.Matches("(?m)^error: .*(ended|no process|gone|has ended).*\n  next: ", run.Error);
            Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_that_has_gone_is_said_so_in_every_way_of_looking()
    {
        int gone;
        using (SampleProcess sample = SampleProcess.Start("Idle"))
            gone = sample.Pid;

        foreach (string options in new[] { "", "--stop", "--live" })
        {
            ToolRun run = await FathomTool.RunAsync(["memory", $"{gone}", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
            Assert.Equal((ExitCode.Target, "", $"error: There is no process {gone}."), (run.Code, run.Out, run.Error.Split('\n')[0]));
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_disk_that_is_full_or_read_only_is_one_sentence_and_nothing_is_left_there()
    {
        string user = string.Concat(Needs.Namespaces().Select(option => option + " "));
        await File.WriteAllTextAsync(_folder.File("v.csv"), VmMap, TestContext.Current.CancellationToken);
        Directory.CreateDirectory(_folder.File("disk"));
        List<string> said = [];
        foreach ((string size, string options) in new[] { ("size=4k", "--regions -o disk/a.csv"), ("size=4k", "--save disk/m.fathom"), ("ro", "-o disk/a.csv"), ("ro", "--save disk/m.fathom") })
        {
            // The first page of the disk is taken.
            string fill = size == "ro" ? "true" : "head -c 4096 /dev/zero > disk/full";
            ToolRun run = await FathomTool.ShellAsync(
                $"unshare {user}--mount sh -c 'mount -t tmpfs -o {size} tmpfs disk && {fill}; fathom memory v.csv {options}; echo exit $?; ls -A disk'", folder: _folder.Path);
            said.Add($"$ {size} {options}\n{run.Error}{run.Out}");
        }

        // Parts are written side by side: which of them finds the disk full first is chance.
        string text = Regex.Replace(string.Join('\n', said).Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), @"\.[0-9]+\.partial", ".N.partial");
        Snapshot.Match(Regex.Replace(text, "/[a-z_]+/part-1", "/TABLE/part-1"), "memory-no-space.txt");
    }
}
