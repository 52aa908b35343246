using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>A flight recorder whose disk is full, and one without the rights of root.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
[Collection(nameof(WholeMachine))]
public sealed class RecordRingTroubleTests : IDisposable
{
    private const string AsStranger = "setpriv --reuid=65534 --regid=65534 --clear-groups";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task A_disk_that_is_full_ends_it_with_a_sentence_and_not_the_program()
    {
        Needs.Perf();
        Needs.Root();

        ToolRun run = await InMountsAsync(
            """
            mkdir disk && mount -t tmpfs -o size=2m none disk
            fathom record --save disk/full.fathom --ring 1h -- perf bench sched pipe --loop 100000 >out 2>err; echo "exit $?"
            ls disk; cat err
            until grep -q 'Total time' out; do sleep 0.1; done; echo program ended
            """);

        Assert.StartsWith("exit 1\nfull.raw\n", run.Out, StringComparison.Ordinal);
        Assert.EndsWith("program ended\n", run.Out, StringComparison.Ordinal);
        Assert.Contains("bytes: the disk is full. What came later is not recorded.", run.Out, StringComparison.Ordinal);
        Assert.Contains("warning: The last part could not be cut out: No space left on device.", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task A_save_that_would_fill_the_disk_is_refused_and_the_next_one_is_made_when_there_is_room()
    {
        Needs.Perf();
        Needs.Root();

        // It records a program that does much and then nothing, so that the ring is large and hardly grows. Half of its size is left free, or it would fill the disk.
        ToolRun run = await InMountsAsync(
            $$"""
            mkdir disk && mount -t tmpfs -o size=64m none disk && chown 65534 disk
            printf '%s\n' 'echo $$ >disk/idle.part; perf bench sched pipe --loop 60000' \
                'mv disk/idle.part disk/idle; exec sleep 600' >busy && chmod 755 busy
            {{AsStranger}} fathom record --save disk/ring.fathom --ring 1h -- sh ./busy >out 2>err & recorder=$!
            until test -e disk/idle && test $(du -k disk/ring.raw/ring | cut -f1) -gt 2000; do sleep 0.1; done; ring=$(du -k disk/ring.raw/ring | cut -f1)
            dd if=/dev/zero of=disk/rest bs=1k count=$(($(df --output=avail -k disk | tail -1) - ring / 2)) status=none
            {{AsStranger}} fathom save disk/ring.fathom; echo "exit $?"
            ls disk
            rm disk/rest
            {{AsStranger}} fathom save disk/ring.fathom -q >/dev/null; echo "exit $?"
            kill -TERM $recorder; wait $recorder; kill $(cat disk/idle)
            {{AsStranger}} fathom waits disk/ring-1.fathom --format csv -q | grep -c sched-pipe
            """);

        Assert.Matches("^exit 3\nidle\nrest\nring.raw\nexit [01]\n[1-9][0-9]*\n$", run.Out);
        Assert.Matches(
            "error: Process [0-9]+ could not save: The disk of '.*/disk' has [0-9.]+ MiB of free space, "
            + "and the ring has [0-9.]+ MiB\\.\n  next: ",
            run.Error);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_ordinary_user_has_a_ring_of_own_programs_and_is_told_what_is_missing()
    {
        Needs.Root();

        ToolRun run = await InMountsAsync(
            $"""
            mkdir own && chown 65534 own && touch pid out && chown 65534 pid out && cd own
            printf 'echo $$ >../pid; exec sleep 600 >../out 2>&1' >../idle && chmod 755 ../idle
            {AsStranger} fathom record --save it.fathom --ring 60s --when threads=1.. --count 1 --then 'exec touch was-run' -- sh ../idle
            echo "exit $?"
            ls; kill $(cat ../pid)
            """);

        Assert.Matches("exit [01]\nit-1.fathom\nit.fathom\nwas-run\n$", run.Out);
        Assert.Matches("note: not recorded: .*(CAP_PERFMON|perf_event_paranoid)", run.Error);
        Assert.Contains("because threads=1.. (threads=", run.Error, StringComparison.Ordinal);
        Assert.Matches("note: 'exec /.*/touch was-run' ended with exit code 0 ", run.Error);
    }

    [Fact]
    public async Task What_an_ordinary_user_may_not_do_to_a_process_is_said_before_anything_is_made()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start("Idle");

        foreach (string action in (string[])["stacks", "dump", "snapshot"])
        {
            string save = $"--save /tmp/never-{sample.Pid}.fathom --ring 60s --when threads=1.. --then {action}";
            ToolRun run = await InMountsAsync($"cd /tmp && exec {AsStranger} fathom record {sample.Pid} {save}");

            Assert.True(run.ExitCode == 3, run.ToString());
            Assert.Contains("belongs to user ", run.Error, StringComparison.Ordinal);
            Assert.Contains("\n  next: ", run.Error, StringComparison.Ordinal);
            Assert.False(Path.Exists($"/tmp/never-{sample.Pid}.raw"));
        }

        await TargetHealth.CheckAsync(sample, beats: false);
    }

    // What is mounted there is gone with it.
    private async Task<ToolRun> InMountsAsync(string script)
    {
        string file = _folder.File("script");
        await File.WriteAllTextAsync(file, script, TestContext.Current.CancellationToken);
        // Any user may go through it.
        await FathomTool.ShellAsync($"chmod 755 '{_folder.Path}'");
        return await FathomTool.ShellAsync($"exec unshare -m bash '{file}'", folder: _folder.Path);
    }
}
