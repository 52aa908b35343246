using System.Text.Json;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Etl;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>States and waits of threads of Windows: real switches in a file of our own, and what no public file has.</summary>
public sealed class EtlScheduleTests
{
    private const ulong Kernel = 0xFFFF_F800_0000_0000;

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Real_switches_give_the_times_that_were_added_up_of_them()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("cswitch-sequence.json")));
        JsonElement segment = all.RootElement.GetProperty("segments").EnumerateArray().First(static one => one.GetProperty("name").GetString() == "a1");
        JsonElement expected = all.RootElement.GetProperty("expected").GetProperty("a1");
        long first = segment.GetProperty("first_ts").GetInt64() - 1000;
        EtlBytes trace = new(4, 1_000_000, first);
        foreach (JsonElement row in segment.GetProperty("rows").EnumerateArray())
            trace.PerfInfo(row.GetProperty("cpu").GetInt32(), row.GetProperty("ts").GetInt64(), 0x0524, 2,
                Convert.FromHexString(row.GetProperty("payload").GetString()!));

        CollectingSink sink = ExtractedEtl.Of(trace.Build());

        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static thread => thread.ThreadId, static thread => thread.Tid);
        long endNs = (segment.GetProperty("last_ts").GetInt64() - first) * 1000;
        // What ran before the first switch of its processor, and behind the last, is not among the expected sums.
        ThreadSliceRow[] whole = [.. sink.Rows<ThreadSliceRow>().Where(slice => sink.Text(slice.State) == "running" && slice.StartNs > 0
            && slice.StartNs + slice.DurationNs < endNs)];
        Dictionary<string, long> running = whole.GroupBy(slice => tids[slice.ThreadId]).ToDictionary(static of => $"{of.Key}",
            static of => of.Sum(static slice => slice.DurationNs) / 1000);
        foreach (JsonProperty thread in expected.GetProperty("running_us_per_thread").EnumerateObject())
            Assert.InRange(running.GetValueOrDefault(thread.Name), thread.Value.GetInt64() - LastSlice(thread.Name),
                thread.Value.GetInt64());
        ThreadWaitRow[] waits = [.. sink.Rows<ThreadWaitRow>().Where(static wait => !wait.OpenAtStart && !wait.OpenAtEnd)];
        ILookup<string, ThreadWaitRow> byThread = waits.ToLookup(wait => $"{tids[wait.ThreadId]}");
        foreach (JsonProperty thread in expected.GetProperty("waits_state5").EnumerateObject())
        {
            ThreadWaitRow[] here = [.. byThread[thread.Name]];
            Assert.Equal(
                (thread.Name, thread.Value.GetProperty("count").GetInt32(), thread.Value.GetProperty("us").GetInt64(),
                    thread.Value.GetProperty("longest_us").GetInt64()),
                (thread.Name, here.Length, here.Sum(static wait => wait.WaitNs) / 1000, here.Max(static wait => wait.WaitNs) / 1000));
        }

        Dictionary<string, int> reasons = sink.Rows<ThreadWaitRow>().CountBy(wait => sink.Text(wait.Kind)!).ToDictionary();
        foreach (JsonProperty reason in expected.GetProperty("out_by_state_and_reason").EnumerateObject()
            .Where(static one => one.Name.StartsWith("5/", StringComparison.Ordinal)))
            Assert.Equal((reason.Name, reason.Value.GetInt32()), (reason.Name, reasons[WaitReasons.NameOf(int.Parse(reason.Name[2..]))]));
        Assert.All(sink.Rows<ThreadLifeRow>(), static life => Assert.Equal(life.DurationNs,
            life.RunningNs + life.ReadyNs + life.WaitingNs + life.UnknownNs));
        Assert.Empty(sink.Losses);
        foreach (JsonProperty processor in expected.GetProperty("idle_us_per_cpu").EnumerateObject())
        {
            JsonElement[] rows = [.. segment.GetProperty("rows").EnumerateArray().Where(row => $"{row.GetProperty("cpu").GetInt32()}" == processor.Name)];
            long from = (rows[0].GetProperty("ts").GetInt64() - first) * 1000, to = (rows[^1].GetProperty("ts").GetInt64() - first) * 1000;
            long busy = sink.Rows<ThreadSliceRow>().Where(slice => $"{slice.Cpu}" == processor.Name)
                .Sum(slice => Math.Max(0, Math.Min(to, slice.StartNs + slice.DurationNs) - Math.Max(from, slice.StartNs)));
            Assert.Equal(processor.Value.GetInt64(), (to - from - busy) / 1000);
        }

        // A slice that ends with the last switch of all is the only one that may be missing above.
        long LastSlice(string tid) => sink.Rows<ThreadSliceRow>().Where(slice => $"{tids[slice.ThreadId]}" == tid
            && slice.StartNs + slice.DurationNs == endNs).Sum(static slice => slice.DurationNs) / 1000;
    }

    [Fact]
    public void A_wait_ends_with_who_made_its_thread_ready_and_has_the_stack_with_which_it_came_back()
    {
        const int pid = 700, waiter = 704, waker = 708;
        EtlBytes trace = new EtlBytes(2, 10_000_000, 1_000_000)
            .Process(1_000_100, pid, 4, "shop.exe").Thread(1_000_110, pid, waiter).Thread(1_000_120, pid, waker)
            .Image(1_000_130, 0, Kernel, 0x10_0000, @"\SystemRoot\system32\ntoskrnl.exe").Image(1_000_140, pid, 0x7FF0_0000, 0x10_0000,
                @"\Device\HarddiskVolume3\app\shop.exe")
            .Switch(0, 1_100_000, waiter, 0, 2, 0)
            .Switch(1, 1_100_000, waker, 0, 2, 0)
            .Switch(0, 1_200_000, 0, waiter, 5, 6)
            .Ready(1, 1_400_000, waiter).Stack(1, 1_400_010, 1_400_000, pid, waker, 0x7FF0_0700)
            .Switch(0, 1_450_000, waiter, 0, 2, 0).Stack(0, 1_450_010, 1_450_000, pid, waiter, Kernel + 0x100)
            // The part in the program comes when the thread leaves the kernel, on another processor perhaps.
            .Stack(1, 1_480_000, 1_450_000, pid, waiter, 0x7FF0_0100, 0x7FF0_0200)
            .Switch(0, 1_500_000, 0, waiter, 4, 0);

        CollectingSink sink = ExtractedEtl.Of(trace.Build());

        uint id = sink.Rows<ThreadRow>().Single(static thread => thread.Tid == waiter).ThreadId;
        ThreadWaitRow wait = Assert.Single(sink.Rows<ThreadWaitRow>(), wait => wait.ThreadId == id);
        Assert.Equal((20_000_000, 20_000_000, 5_000_000, "UserRequest", waker, false), (wait.StartNs, wait.WaitNs, wait.ReadyNs,
            sink.Text(wait.Kind), wait.WakerTid, wait.NoWaking));
        Assert.Equal(["ntoskrnl.exe+0x100", "shop.exe+0xff", "shop.exe+0x1ff"], Frames(sink, wait.StackId));
        Assert.Equal(["shop.exe+0x700"], Frames(sink, wait.WakerStackId));
        Assert.Empty(sink.Losses);
        Assert.Null(sink.Text(Assert.Single(sink.Rows<TraceRow>()).NoWaits));
    }

    [Fact]
    public void A_stack_that_the_runtime_itself_writes_is_that_of_its_event_before_on_the_thread()
    {
        Guid runtime = new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4");
        byte[] thrown = [.. Text("System.Exception"), .. Text("no"), .. new byte[12]];
        byte[] stack = [11, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0x40, 0, 0, 2, 0x40, 0, 99, 99, 99, 99];
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000)
            .Image(1_000_140, 700, 0x40_0000, 0x1_0000, @"\Device\HarddiskVolume3\app\old.exe")
            .Event(0, 1_100_000, runtime, 80, 1, 700, 704, thrown).Event(1, 1_100_100, runtime, 80, 1, 700, 708, thrown)
            .Event(0, 1_100_200, runtime, 82, 0, 700, 704, stack).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        ExceptionThrownRow[] rows = [.. sink.Rows<ExceptionThrownRow>()];
        Assert.Equal(["old.exe+0x100", "old.exe+0x1ff"], Frames(sink, rows[0].StackId));
        Assert.Equal((2, 0u, 0), (rows.Length, rows[1].StackId, sink.Losses.Count));
        Assert.DoesNotContain(sink.Rows<TraceEventRow>(), row => sink.Text(row.Event)!.Contains("Stack", StringComparison.Ordinal));

        static byte[] Text(string text) => System.Text.Encoding.Unicode.GetBytes(text + '\0');
    }

    [Fact]
    public void A_thread_that_a_deferred_call_made_ready_was_woken_by_an_interrupt()
    {
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000)
            .Thread(1_000_110, 700, 704).Switch(0, 1_100_000, 704, 0, 2, 0).Switch(0, 1_200_000, 0, 704, 5, 15).Ready(0, 1_300_000, 704,
                isDeferredCall: true).Switch(0, 1_310_000, 704, 0, 2, 0).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        ThreadWaitRow wait = Assert.Single(sink.Rows<ThreadWaitRow>());
        Assert.Equal((0, "WrQueue"), (wait.WakerTid, sink.Text(wait.Kind)));
    }

    [Fact]
    public void Switches_that_are_missing_are_a_loss_and_their_time_is_unknown()
    {
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000)
            .Thread(1_000_110, 700, 704).Thread(1_000_111, 700, 708).Switch(0, 1_100_000, 704, 0, 2, 0).Switch(0, 1_200_000, 0, 708, 5,
                15).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Contains(sink.Losses, loss => sink.Text(loss.Reason)!.StartsWith("switches of a processor are missing",
            StringComparison.Ordinal));
    }

    private static string[] Frames(CollectingSink sink, uint stack)
    {
        Dictionary<uint, MethodRow> methods = sink.Rows<MethodRow>().ToDictionary(static method => method.MethodId);
        Dictionary<uint, FrameRow> frames = sink.Rows<FrameRow>().ToDictionary(static frame => frame.FrameId);
        return
        [
            .. sink.Rows<StackFrameRow>().Where(row => row.StackId == stack).OrderBy(static row => row.Depth).Select(row =>
                frames[row.FrameId])
                .Select(frame => $"{sink.Text(methods[frame.MethodId].Module)}+0x{frame.Offset:x}"),
        ];
    }
}
