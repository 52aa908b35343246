using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;
using Fathom.Recorder.Kernel.Start;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel.Rings;

/// <summary>When the kernel's own records of switches are off.</summary>
public sealed class SwitchRecordsTests : IDisposable
{
    private const long SecondNs = 1_000_000_000;
    private const int NoFile = -1;

    private static readonly EventScope s_scope = new(IsMachine: false, WithKernel: false, AtExec: false, TellsLost: false, WakeupBytes: 1);
    private static readonly TracepointFile s_switch = new("sched", "sched_switch", 1, []);
    private static readonly RecordedEvent[] s_plan = [EventSet.Switches(s_scope), EventSet.Waits(s_switch, s_scope), EventSet.Turns(s_switch, s_scope)];

    private readonly PoolTids _pool = new();

    public void Dispose() => _pool.Dispose();

    // The same rate, whenever the recorder looks.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1)]
    [InlineData(5)]
    public void They_are_off_from_a_number_of_turns_in_each_second(int seconds)
    {
        Needs.Perf();
        using OpenEvents events = new();
        events.Open([EventSet.Switches(s_scope)], CpuList.Online().Take(1).ToArray(), [0], 1 << 16);
        (SwitchRecords switches, OpenEvent turns) = Make(Assert.Single(events.All).File);

        turns.Last = turns.Last with { Value = (ulong)(SwitchRecords.MostTurns * seconds) };
        switches.Look(seconds * SecondNs);
        Assert.False(switches.IsOff(0));

        turns.Last = turns.Last with { Value = turns.Last.Value + (ulong)(SwitchRecords.MostTurns * seconds) + 1 };
        switches.Look(2 * seconds * SecondNs);
        Assert.True(switches.IsOff(0));

        switches.Look(3 * seconds * SecondNs);
        Assert.False(switches.IsOff(0));
    }

    [Fact]
    public void What_the_kernel_refuses_to_switch_off_is_on()
    {
        (SwitchRecords switches, OpenEvent turns) = Make(NoFile);
        turns.Last = turns.Last with { Value = SwitchRecords.MostTurns + 1 };

        switches.Look(SecondNs);

        Assert.False(switches.IsOff(0));
    }

    private (SwitchRecords Switches, OpenEvent Turns) Make(int file)
    {
        OpenEvent turns = new(NoFile, 2, 0, -1);
        SwitchRecords switches = new(s_plan, [new OpenEvent(file, 0, 0, -1), new OpenEvent(NoFile, 1, 0, -1), turns], _pool);
        switches.Begin(0);
        return (switches, turns);
    }
}
