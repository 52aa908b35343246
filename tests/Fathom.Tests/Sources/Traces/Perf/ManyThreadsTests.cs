using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Recordings of perf with many threads, with call chains that the kernel cut, and of processes that become other programs.</summary>
public sealed class ManyThreadsTests
{
    private const int Threads = 1_000;
    private const int ThreadsOfProcess = 100;
    private const int SamplesOfThread = 3;
    private const int CutEach = 10;
    private const int MostFrames = 127;
    private const int First = 10_000;
    private const int IsExec = 1 << 13;
    private const ulong Start = 0x7000_0000_0000;

    [Fact]
    public void A_thousand_threads_keep_their_names_processes_and_samples_and_cut_chains_are_counted()
    {
        PerfDataBytes trace = new PerfDataBytes().Event([1], PerfDataBytes.Usual | PerfSampleFields.Callchain);
        ulong time = 1_000;
        for (int i = 0; i < Threads; i++)
        {
            Named(trace, ProcessOf(i), First + i, $"worker{i}", time++);
            if (ProcessOf(i) == First + i)
                Mapped(trace, First + i, "/usr/bin/workers", time++);
        }

        for (int round = 0; round < SamplesOfThread; round++)
        {
            for (int i = 0; i < Threads; i++)
                Sample(trace, ProcessOf(i), First + i, time += 10, i % CutEach == 0 ? MostFrames - 1 : 3, Start + (ulong)i);
        }

        CollectingSink sink = Extract(trace);

        Assert.Equal(Threads * SamplesOfThread / CutEach, Assert.Single(sink.Rows<TraceRow>()).TruncatedStackCount);
        Dictionary<uint, int> processes = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Assert.Equal(
            Enumerable.Range(0, Threads).Select(static i => (First + i, ProcessOf(i), $"worker{i}")),
            sink.Rows<ThreadRow>().Select(row => (row.Tid, processes[row.ProcessId], sink.Text(row.Name)!)).Order());
        Dictionary<uint, int> samples = sink.Rows<CpuSampleRow>().GroupBy(static row => row.ThreadId).ToDictionary(static rows => rows.Key, static rows => rows.Count());
        Assert.All(sink.Rows<ThreadRow>(), row => Assert.Equal(SamplesOfThread, samples[row.ThreadId]));
        Dictionary<uint, int> depths = sink.Rows<StackFrameRow>().GroupBy(static row => row.StackId).ToDictionary(static rows => rows.Key, static rows => rows.Count());
        Assert.Equal(Threads / CutEach, depths.Count(static depth => depth.Value == MostFrames - 1));
        Assert.All(sink.Rows<ThreadLifeRow>(), static life => Assert.Equal(life.DurationNs, life.RunningNs + life.ReadyNs + life.WaitingNs + life.UnknownNs));
    }

    [Fact]
    public void A_process_that_becomes_another_program_keeps_its_row_and_each_sample_has_the_code_of_its_time()
    {
        PerfDataBytes trace = new PerfDataBytes().Event([1], PerfDataBytes.Usual | PerfSampleFields.Callchain);
        Named(trace, First, First, "shell", 1_000);
        Mapped(trace, First, "/usr/bin/shell", 1_010);
        Sample(trace, First, First, 1_020, 1, Start);
        Named(trace, First, First, "program", 1_030, IsExec);
        Mapped(trace, First, "/usr/bin/program", 1_040);
        Sample(trace, First, First, 1_050, 1, Start);

        CollectingSink sink = Extract(trace);

        Assert.Equal("program", sink.Text(Assert.Single(sink.Rows<ProcessRow>(), static row => row.Pid == First).Name));
        Assert.Single(sink.Rows<ThreadRow>());
        Dictionary<uint, string?> images = sink.Rows<CodeImageRow>().ToDictionary(static row => row.ImageId, row => sink.Text(row.Name));
        Dictionary<uint, uint> places = sink.Rows<FramePlaceRow>().ToDictionary(static row => row.FrameId, static row => row.ImageId);
        Dictionary<uint, uint> frames = sink.Rows<StackFrameRow>().ToDictionary(static row => row.StackId, static row => row.FrameId);
        Assert.Equal(["shell", "program"], sink.Rows<CpuSampleRow>().Select(row => images[places[frames[row.StackId]]]));
    }

    private static int ProcessOf(int thread) => First + (thread / ThreadsOfProcess * ThreadsOfProcess);

    private static CollectingSink Extract(PerfDataBytes trace)
    {
        using TestFolder folder = new();
        string file = folder.File("test.data");
        File.WriteAllBytes(file, trace.File());
        CollectingSink sink = new();
        new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), TestContext.Current.CancellationToken);
        return sink;
    }

    private static void Named(PerfDataBytes trace, int pid, int tid, string name, ulong time, int misc = 0) => trace.Kernel(
        PerfRecordType.Comm,
        time,
        w =>
        {
            w.Write(pid);
            w.Write(tid);
            PerfDataBytes.Name(w, name);
        },
        misc,
        tid);

    private static void Mapped(PerfDataBytes trace, int pid, string path, ulong time) => trace.Kernel(
        PerfRecordType.Mmap,
        time,
        w =>
        {
            w.Write(pid);
            w.Write(pid);
            w.Write(Start);
            w.Write(0x1000L);
            w.Write(0L);
            PerfDataBytes.Name(w, path);
        },
        tid: pid);

    private static void Sample(PerfDataBytes trace, int pid, int tid, ulong time, int frames, ulong address) => trace.Record(PerfRecordType.Sample, w =>
    {
        w.Write(1UL);
        w.Write(address);
        w.Write(pid);
        w.Write(tid);
        w.Write(time);
        w.Write(2L);
        w.Write(frames + 1L);
        w.Write(CallchainMarker.User);
        for (int i = 0; i < frames; i++)
            w.Write(address + ((ulong)i * 16));
    });
}
