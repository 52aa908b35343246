using System.Diagnostics;
using System.Globalization;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>Real processes, compared with what they say of themselves, with ps and with the base class library.</summary>
public sealed class LiveProcessTests
{
    private const long NsPerTick = 100;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(false)]
    [InlineData(true)]
    public void A_live_program_is_listed_as_it_sees_itself(bool withHost)
    {
        using SampleProcess sample = withHost ? SampleProcess.StartWithHost("Idle", "some", "words") : SampleProcess.Start("Idle", "some", "words");

        ProcessFacts idle = Assert.Single(new ProcessScanner().Scan(TestContext.Current.CancellationToken).Processes, p => p.Pid == sample.Pid);

        Assert.Equal(("Idle.dll", "Idle"), (idle.Application, idle.Name));
        Assert.Equal(sample.Facts.GetProperty("runtime").GetString(), idle.RuntimeVersion);
        Assert.Equal(sample.Facts.GetProperty("executable").GetString(), idle.Executable);
        Assert.Equal(sample.Facts.GetProperty("user").GetString(), idle.User);
        Assert.EndsWith(" some words", idle.CommandLine, StringComparison.Ordinal);
        Assert.Equal(sample.ParentPid, idle.ParentPid);

        // Both count ticks of 10 ms from boot; they differ in how they find the moment of boot.
        DateTime start = DateTime.UnixEpoch.AddTicks(idle.StartUnixNs / NsPerTick);
        Assert.InRange((start - sample.Facts.GetProperty("start_utc").GetDateTime()).Duration(), TimeSpan.Zero, TimeSpan.FromMilliseconds(50));
    }

    [Fact]
    public void Figures_of_a_live_program_agree_with_ps()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        ProcessFacts idle = new ProcessScanner().Look(sample.Pid).Facts!;

        string[] ps = Ps(sample.Pid, "ppid=,euser=,rss=,etimes=");

        Assert.Equal((idle.ParentPid.ToString(CultureInfo.InvariantCulture), idle.User), (ps[0], ps[1]));
        // The program waits for input, so its memory may change only by a few pages; ps has whole seconds.
        Assert.InRange(Math.Abs((long.Parse(ps[2], CultureInfo.InvariantCulture) * 1024) - idle.RssBytes!.Value), 0, 1024 * 1024);
        Assert.InRange(Math.Abs(long.Parse(ps[3], CultureInfo.InvariantCulture) - (idle.AgeNs / 1e9)), 0, 2);
    }

    [Fact]
    public void This_process_is_not_listed_and_can_be_looked_at()
    {
        ProcessScanner scanner = new();

        Assert.DoesNotContain(scanner.Scan(TestContext.Current.CancellationToken).Processes, p => p.Pid == Environment.ProcessId);
        Assert.Equal(Environment.ProcessId, scanner.Look(Environment.ProcessId).Facts?.Pid);
        Assert.Equal(Environment.ProcessId, scanner.OwnPid());
    }

    [Fact]
    public void A_program_in_its_own_pid_namespace_is_listed_under_our_number_for_it()
    {
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(
            "unshare",
            [
                .. Needs.Namespaces(),
                "--pid",
                "--fork",
                "--mount-proc",
                Path.Combine(Repository.SampleFolder("Idle"), "Idle"),
            ]));

        ProcessFacts idle = Assert.Single(
            new ProcessScanner().Scan(TestContext.Current.CancellationToken).Processes, p => p.Application == "Idle.dll" && p.ParentPid == sample.Pid);

        Assert.Equal(1, sample.Facts.GetProperty("pid").GetInt32());
        Assert.StartsWith("pid namespace 40", idle.Container?.ShortName, StringComparison.Ordinal);
    }

    private static string[] Ps(int pid, string columns)
    {
        ProcessStartInfo start = new("ps", ["-o", columns, "-p", pid.ToString(CultureInfo.InvariantCulture)]) { RedirectStandardOutput = true };
        using Process ps = Process.Start(start)!;
        string text = ps.StandardOutput.ReadToEnd();
        ps.WaitForExit();
        return text.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }
}
