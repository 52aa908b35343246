using System.Diagnostics;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>Why processes ended: told by the kernel of today, and never guessed.</summary>
public sealed class ProcessEndingTests
{
    // Before 6.15 the kernel does not report it of a process that its parent has asked about.
    private static readonly bool s_isTold = Environment.OSVersion.Version >= new Version(6, 15);

    [Theory]
    [InlineData("exit 7", "exit code 7")]
    [InlineData("exit 0", "exit code 0")]
    [InlineData("kill -SEGV $$", "killed by signal 11 (SIGSEGV)")]
    [InlineData("kill -KILL $$", "killed by signal 9 (SIGKILL)")]
    public void The_end_of_a_process_is_told_after_its_parent_has_asked(string command, string why)
    {
        using Process shell = Process.Start(new ProcessStartInfo("sh", ["-c", $"read line; {command}"]) { RedirectStandardInput = true })!;
        using ProcessEnding ending = ProcessEnding.Begin(shell.Id);
        shell.StandardInput.Close();
        shell.WaitForExit();

        // A core may or may not be written, and a process may be killed for lack of memory anywhere meanwhile.
        Assert.StartsWith(s_isTold ? why : "not known why", ending.Tell(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_process_that_was_gone_before_is_not_guessed_at()
    {
        using Process shell = Process.Start("true");
        shell.WaitForExit();
        using ProcessEnding ending = ProcessEnding.Begin(shell.Id);

        Assert.Equal("not known why", ending.Tell());
    }

    [Theory]
    [InlineData(9, false, false, "killed by signal 9 (SIGKILL)")]
    [InlineData(9, true, true, "killed by signal 9 (SIGKILL); the kernel killed a process of its control group for lack of memory meanwhile")]
    [InlineData(9, false, true, "killed by signal 9 (SIGKILL); the kernel killed a process for lack of memory meanwhile")]
    [InlineData(15, true, true, "killed by signal 15 (SIGTERM)")]
    [InlineData(0x86, false, false, "killed by signal 6 (SIGABRT), a core was written")]
    [InlineData(0x300, true, true, "exit code 3")]
    [InlineData(64, false, false, "killed by signal 64")]
    public void A_wait_status_is_told_in_words(int status, bool group, bool machine, string why) =>
        Assert.Equal(why, ProcessEnding.Text(status, group, machine));

    [Theory]
    [InlineData("Z", 256, false, 256)]
    [InlineData("Z", 0, false, null)]
    [InlineData("Z", 0, true, 0)]
    [InlineData("S", 256, true, null)]
    public void A_process_that_waits_to_be_asked_has_its_status_in_stat(string state, int status, bool seesAll, int? expected)
    {
        string fields = string.Join(' ', Enumerable.Range(4, 48).Select(static field => field == 22 ? 4711 : 0));
        Assert.Equal(expected, ProcessEnding.StatusOf(Encoding.ASCII.GetBytes($"12 (a) b) {state} {fields} {status}\n"), seesAll));
    }
}
