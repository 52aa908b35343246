using System.Globalization;
using Fathom.Formats.Etl;
using Fathom.Model.Counters;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Samples of counters out of Windows traces. No public file has any, so that these are of our own making.</summary>
public sealed class EtlCounterTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const int Cycles = 19;
    private const int Instructions = 2;
    private const int Other = 27;

    [Fact]
    public void Samples_have_the_counter_its_distance_and_the_thread()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid)
            .PerfInfo(0, 1_000_200, KernelHook.SampleBegin, 3, Interval(0, 10_000)).PerfInfo(0, 1_000_210, KernelHook.SampleBegin, 3, Interval(Cycles, 65_536))
            .PerfInfo(0, 1_000_220, KernelHook.SampleBegin, 3, Interval(Other, 0))
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.CounterSample, 2, Sample(Tid, Cycles)).Stack(0, 1_020_010, 1_020_000, Pid, Tid, 0x7FF0_0100)
            // Nobody told how many lie between two.
            .PerfInfo(1, 1_021_000, KernelHook.CounterSample, 2, Sample(Tid, Instructions))
            .PerfInfo(1, 1_022_000, KernelHook.CounterSample, 2, Sample(Tid, Other))
            .PerfInfo(0, 1_030_000, KernelHook.SampleInterval, 3, Interval(Cycles, 1000))
            .PerfInfo(0, 1_040_000, KernelHook.CounterSample, 2, Sample(Tid, Cycles))
            // An idle processor, one of the timer, and a cut one.
            .PerfInfo(0, 1_050_000, KernelHook.CounterSample, 2, Sample(0, Cycles)).Sample(0, 1_051_000, Tid, 0x7FF0_0200)
            .PerfInfo(0, 1_052_000, KernelHook.CounterSample, 2, [1, 2, 3]).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Assert.Equal(
            ["2000: cycles 65536", "2100: instructions ", "2200: counter 27 ", "4000: cycles 1000"],
            sink.Rows<CounterSampleRow>().Select(row => string.Create(CultureInfo.InvariantCulture, $"{row.TsNs / 1000}: {sink.Text(row.Counter)} {row.Count}")));
        Assert.All(sink.Rows<CounterSampleRow>(), row => Assert.Equal((Pid, Tid), (pids[row.ProcessId], tids[row.ThreadId])));
        Assert.All(sink.Rows<CounterSampleRow>(), static row => Assert.NotEqual(0u, row.StackId));
        Assert.Single(sink.Rows<CpuSampleRow>());
        Assert.Equal([(1L, 5L)], sink.Losses.Where(loss => sink.Text(loss.Tables) == "counter_sample").Select(static loss => (loss.Count, loss.OutOf!.Value)));
    }

    private static byte[] Sample(int tid, int source) =>
        [.. BitConverter.GetBytes(0x7FF0_0200L), .. BitConverter.GetBytes(tid), .. BitConverter.GetBytes((ushort)source), 0, 0];

    private static byte[] Interval(int source, int between) => [.. BitConverter.GetBytes(source), .. BitConverter.GetBytes(between), .. BitConverter.GetBytes(between)];
}
