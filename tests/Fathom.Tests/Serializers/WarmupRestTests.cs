using System.Runtime.InteropServices;
using Fathom.Serializers.Kit.Measuring;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>When a warm-up has nothing left to wait for.</summary>
public sealed class WarmupRestTests
{
    private const int Ms = 1_000_000;
    private const int TurnMs = 40;

    // What compiles or grows until when, in milliseconds, and when it is over: the first turn behind that.
    [Theory]
    [InlineData(0, 0, 1000)]
    [InlineData(900, 0, 1130)]
    [InlineData(0, 1400, 1650)]
    [InlineData(1500, 1400, 1730)]
    [InlineData(1500, 1800, 2050)]
    public void Both_have_to_come_to_rest(int compilesUntilMs, int growsUntilMs, int overMs) => Assert.InRange(OverMs(compilesUntilMs, growsUntilMs, 10), overMs, overMs + TurnMs);

    [Fact]
    public void A_heap_that_grows_for_ever_is_waited_for_two_seconds() => Assert.InRange(OverMs(1200, int.MaxValue, 1000), 3450, 3450 + TurnMs);

    [Fact]
    public void Nine_faults_of_a_turn_are_no_growth() => Assert.InRange(OverMs(0, int.MaxValue, 9), 1000, 1000 + TurnMs);

    [Fact]
    public void Faults_that_the_kernel_does_not_tell_are_not_waited_for() => Assert.InRange(OverMs(0, int.MaxValue, null), 1000, 1000 + TurnMs);

    [Fact]
    public void An_operation_that_was_called_59_times_is_not_settled()
    {
        WarmupRest rest = new(0);
        rest.Turn(5000L * Ms, compiles: false, 0, 59);
        Assert.False(rest.IsSettled || rest.IsOver);
        rest.Turn(5001L * Ms, compiles: false, 0, 60);
        Assert.True(rest.IsSettled && rest.IsOver);
    }

    [Fact]
    public void What_grows_is_settled_but_not_over()
    {
        WarmupRest rest = new(0);
        rest.Turn(1000L * Ms, compiles: false, 5000, 60);
        Assert.True(rest.IsSettled && !rest.IsOver);
    }

    [Theory]
    [InlineData("4711 (a) b) c) S 1 2 3 0 -1 4194560 5312 0 1 0", 5312L)]
    [InlineData("4711 (dotnet) R 1 2 3 0 -1 4194560", null)]
    [InlineData("", null)]
    [InlineData("1 (x) S a b c d e f g h", null)]
    public void Faults_are_read_behind_the_name(string line, long? faults) => Assert.Equal(faults, PageFaults.Parse(line));

    // More than an allocator keeps for later, so the kernel has to give it anew; an array may lie where another test had one.
    [Fact]
    public unsafe void The_kernel_counts_what_is_touched()
    {
        const int size = 64 << 20;
        long? before = PageFaults.Read();
        if (before is null)
            return;
        byte* pages = (byte*)NativeMemory.Alloc(size);
        for (int at = 0; at < size; at += 4096)
            pages[at] = 1;
        long after = PageFaults.Read()!.Value;
        NativeMemory.Free(pages);
        // Large pages are the least that it can be.
        Assert.InRange(after - before.Value, 16, long.MaxValue);
    }

    private static int OverMs(int compilesUntilMs, int growsUntilMs, int? faultsOfATurn)
    {
        long? faults = faultsOfATurn is null ? null : 0;
        WarmupRest rest = new(faults);
        for (int ms = TurnMs; ms < 60_000; ms += TurnMs)
        {
            if (ms <= growsUntilMs)
                faults += faultsOfATurn;
            rest.Turn((long)ms * Ms, ms <= compilesUntilMs, faults, ms);
            if (rest.IsOver)
                return ms;
        }

        return int.MaxValue;
    }
}
