using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>Numbers of the threads of a program in a PID namespace of its own, compared with what the program itself says and with the stacks of its threads.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class NamespaceThreadsTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task The_kernel_the_program_and_the_stacks_agree()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.StartInNamespace("Stalls", "waits");
        using TargetSession session = TargetSession.Open(sample.Pid);

        (uint Runtime, int Kernel, int ByStack)[] seen = await session.InvokeStopped(Look, s_limit, TestContext.Current.CancellationToken);

        Assert.All(seen, static thread => Assert.True(thread.Kernel > 0 && thread.Kernel == thread.ByStack, $"{thread}"));
        Dictionary<int, string> names = seen.ToDictionary(static thread => (int)thread.Runtime, thread => File.ReadAllText($"/proc/{sample.Pid}/task/{thread.Kernel}/comm").Trim());
        Assert.All(
            sample.Facts.GetProperty("threads").EnumerateObject(), thread => Assert.StartsWith(names[thread.Value.GetInt32()], thread.Name, StringComparison.Ordinal));
    }

    [Fact]
    public void They_are_the_same_without_a_namespace()
    {
        ThreadNumbers numbers = NamespaceThreads.Read(Environment.ProcessId);

        // The tests may themselves run in a container whose /proc is its own.
        Assert.False(numbers.Differ);
        Assert.Equal(4711, numbers.TidOf(4711));
        Assert.Equal("thread 4711", NamespaceThreads.LabelOf(Environment.ProcessId, 4711));
    }

    [Fact]
    public void Those_that_are_known_are_not_read_again_and_those_that_have_ended_are_left_out()
    {
        ThreadNumbers before = new([(1, 4711), (2, 4712)]);

        ThreadNumbers now = NamespaceThreads.Read(Environment.ProcessId, before, [4712, Environment.ProcessId]);

        Assert.True(now.Differ);
        Assert.Equal((0, 4712), (now.TidOf(1), now.TidOf(2)));
        Assert.Equal(Environment.ProcessId, now.TidOf((uint)ProcStatus.Of(Environment.ProcessId)!.Value.InnermostPid!.Value));
        Assert.Same(ThreadNumbers.Same, NamespaceThreads.Read(Environment.ProcessId, ThreadNumbers.Same, [1, 2]));
    }

    private static (uint, int, int)[] Look(LiveTarget target)
    {
        ClrThread[] threads = [.. target.Runtime.Threads.Where(static thread => thread.IsAlive)];
        Dictionary<uint, ThreadRegisters> registers = [];
        foreach (int tid in ProcessThreads.Of(target.ProcessId))
        {
            if (ThreadRegisters.TryRead(tid, out ThreadRegisters read))
                registers.Add((uint)tid, read);
        }

        ThreadNumbers byStack = CoreThreads.Match(target.Runtime, registers);
        return [.. threads.Select(thread => (thread.OSThreadId, thread.Tid(), byStack.TidOf(thread.OSThreadId)))];
    }
}
