using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Stacks;
using Fathom.Formats.NetTrace;
using Fathom.Tests.Sources.Heap;
using Fathom.Tests.Sources.Traces.Etl;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>
/// Stacks that stand with their event, by their key and in halves. The layout of the items is that of Microsoft's header evntcons.h; no
/// public file has such keys or halves.
/// </summary>
public sealed class EtlItemStackTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const int Other = 708;
    private const ulong Kernel = 0xFFFF_F800_0000_0000;
    private const ulong User = 0x7FF0_0000;

    private static readonly Guid s_provider = new("11111111-2222-3333-4444-555555555555");

    [Fact]
    public void The_half_in_the_program_that_comes_with_a_later_event_ends_the_stack_of_the_first()
    {
        EtlTrace trace = EtlFiles.Open(Begin()
            .Event(0, 1_010_000, s_provider, 1, 0, Pid, Tid, [1], EtlBytes.StackItem(77, Kernel + 1, Kernel + 2))
            // The same number on another thread, and another one on this.
            .Event(0, 1_011_000, s_provider, 2, 0, Pid, Other, [2], EtlBytes.StackItem(77, Kernel + 3))
            .Event(0, 1_012_000, s_provider, 3, 0, Pid, Tid, [3], EtlBytes.StackItem(78, Kernel + 4))
            .Event(1, 1_500_000, s_provider, 4, 0, Pid, Tid, [4], EtlBytes.StackItem(77, User + 1, User + 2))
            // The number is used again.
            .Event(1, 1_600_000, s_provider, 5, 0, Pid, Tid, [5], EtlBytes.StackItem(77, Kernel + 5))
            .Event(1, 1_700_000, s_provider, 6, 0, Pid, Tid, [6], EtlBytes.StackItem(77, User + 5))
            .Build());

        Assert.Equal(
            [
                (1, "k1 k2 u1 u2"), (2, "k3"), (3, "k4"), (4, ""), (5, "k5 u5"), (6, ""),
            ],
            Read(trace));
        Assert.Equal((0L, 0L), (trace.Totals.LateStacks, trace.Totals.UndefinedStacks));
    }

    [Fact]
    public void Keys_mean_what_the_trace_tells_behind_them_and_those_that_it_does_not_tell_are_a_loss()
    {
        byte[] content = Begin()
            .Event(0, 1_010_000, s_provider, 1, 0, Pid, Tid, [1], EtlBytes.StackKeyItem(0, 5))
            .Event(0, 1_011_000, s_provider, 2, 0, Pid, Tid, [2], EtlBytes.StackKeyItem(0, 6), EtlBytes.StackKeyItem(0, 5))
            .Event(0, 1_012_000, s_provider, 3, 0, Pid, Tid, [3], EtlBytes.StackKeyItem(0, 99))
            .Event(0, 1_013_000, s_provider, 4, 0, Pid, Tid, [4], (0x11, [.. new byte[8], 7, 0, 0, 0, 0, 0, 0, 0]))
            .Event(0, 1_014_000, s_provider, 5, 0, Pid, Tid, [5], EtlBytes.StackKeyItem(9, 6))
            .Event(0, 1_015_000, s_provider, 6, 0, Pid, Tid, [6], EtlBytes.StackKeyItem(9, 5))
            // Both halves beside one another, and a key that is cut.
            .Event(0, 1_016_000, s_provider, 7, 0, Pid, Tid, [7], EtlBytes.StackItem(0, Kernel + 8), EtlBytes.StackItem(0, User + 8))
            .Event(0, 1_017_000, s_provider, 8, 0, Pid, Tid, [8], (0x12, [.. new byte[8], 1, 2, 3]))
            .StackOfKey(1_020_000, 5, User + 1, User + 2).StackOfKey(1_020_001, 6, Kernel + 6).StackOfKey(1_020_002, 7, User + 7).Build();
        EtlTrace trace = EtlFiles.Open(content);

        Assert.Equal([(1, "u1 u2"), (2, "k6 u1 u2"), (3, ""), (4, "u7"), (5, "k6 u1 u2"), (6, ""), (7, "k8 u8"), (8, "")], Read(trace));
        Assert.Equal((0L, 1L), (trace.Totals.LateStacks, trace.Totals.UndefinedStacks));
        CollectingSink sink = ExtractedEtl.Of(content);
        Assert.Contains(sink.Losses, loss => loss.Count == 1 && sink.Text(loss.Reason) == "stacks that the trace does not tell");
    }

    [Fact]
    public void Events_with_counts_of_counters_are_read_without_these_and_are_a_loss()
    {
        // Two counters, then three and the number of a sample that the processor wrote itself.
        byte[] two = new byte[16], four = new byte[32];
        CollectingSink sink = ExtractedEtl.Of(new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid)
            .PerfInfo(0, 1_010_000, KernelHook.Switch, 0x0204, [.. two, .. Switch(Tid, 0, 0)])
            .PerfInfo(0, 1_020_000, KernelHook.Switch, 0x8304, [.. four, .. Switch(0, Tid, 5)])
            .Switch(0, 1_030_000, Tid, 0, 0, 0)
            .Event(0, 1_040_000, s_provider, 1, 0, Pid, Tid, [1], (8, two)).Build());

        Assert.Contains(sink.Rows<Fathom.Model.Traces.ThreadSliceRow>(), static slice => slice.StartNs == 1_000_000 && slice.DurationNs == 1_000_000);
        Assert.Equal(
            [("events with counts of counters of the processor beside their fields, which are not read", 3L, "counter_sample")],
            sink.Losses.Where(loss => sink.Text(loss.Tables) == "counter_sample").Select(loss => (sink.Text(loss.Reason)!, loss.Count, sink.Text(loss.Tables)!)));
    }

    [Fact]
    public void Halves_that_wait_for_the_other_one_are_limited()
    {
        StackMatches matches = new(most: 2);
        Assert.Equal([null, null], new[] { matches.Join(1, 1, 10, 0), matches.Join(2, 1, 11, 0) });
        Assert.Equal((10, 0), matches.Join(1, 1, 12, 3));
        Assert.Null(matches.Join(3, 1, 13, 0));
        Assert.Null(matches.Join(4, 1, 14, 0));
        // That of number 2 was forgotten.
        Assert.Null(matches.Join(2, 1, 15, 0));
        Assert.Equal((14, 0), matches.Join(4, 1, 16, 0));
    }

    private static EtlBytes Begin() =>
        new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid).Thread(1_000_120, Pid, Other);

    private static byte[] Switch(int next, int previous, int state) =>
        [.. BitConverter.GetBytes(next), .. BitConverter.GetBytes(previous), 0, 0, 0, 0, 0, 0, (byte)state, 0, .. new byte[8]];

    private static List<(int Id, string Stack)> Read(EtlTrace trace)
    {
        EventStacksSeen seen = new();
        trace.Read(seen, CancellationToken.None);
        return seen.Events;
    }

    private sealed class EventStacksSeen : INetTraceSink
    {
        public List<(int Id, string Stack)> Events { get; } = [];

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = this;

        public void OnEvent(in NetTraceEvent at)
        {
            if (at.Metadata.ProviderId != s_provider)
                return;
            List<string> stack = [];
            for (int i = 0; i < at.Stack.Depth; i++)
                stack.Add(at.Stack[i] >= Kernel ? $"k{at.Stack[i] - Kernel}" : $"u{at.Stack[i] - User}");
            Events.Add((at.Metadata.EventId, string.Join(' ', stack)));
        }
    }
}
