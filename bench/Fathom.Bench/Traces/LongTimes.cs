using System.Diagnostics;
using System.Globalization;
using Fathom.Capture.Traces;
using Fathom.Model.Recording;
using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;

namespace Fathom.Bench.Traces;

/// <summary>A recording with as many samples and waits as hours of a busy machine have.</summary>
/// <remarks>
/// Stacks are the paths of a random tree of calls, as in programs: many share their outer frames, some methods call themselves, and a few stacks have most of the samples.
/// A thread waits with few stacks.
/// </remarks>
internal static class LongTimes
{
    private const int Processes = 20;
    private const int ThreadsOfProcess = 16;
    private const int Methods = 20_000;
    private const int Stacks = 200_000;
    private const int StacksOfProcess = Stacks / Processes;
    private const int WaitStacksOfThread = 40;
    private const int BatchRows = 4096;
    private const long SampleNs = 1_000_000;

    /// <summary>Writes it.</summary>
    /// <param name="path">Where.</param>
    /// <param name="samples">Samples of processors.</param>
    /// <param name="waits">Waits.</param>
    /// <returns>Frames of a stack on average, and what adding up by method took.</returns>
    public static (double Depth, TimeSpan Adding) Write(string path, int samples, int waits)
    {
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("bench/traces"));
        Interner ids = writer.Ids;
        TextId unknown = ids.Text("unknown"), managed = ids.Text("managed"), module = ids.Text("Shop.dll");
        long durationNs = samples * SampleNs / Processes;
        writer.Write<TraceRow>([new(
            1, ids.Text("perf.data"), ids.Text("long.data"), 1, default, default, default, default, default, ids.Text("monotonic"), 0, durationNs, null, true, samples, 0, 0, default)]);
        for (uint process = 1; process <= Processes; process++)
            writer.Write<ProcessRow>([new ProcessRow { ProcessId = process, Pid = 1000 + (int)process, Name = ids.Text($"shop{process}") }]);
        for (uint thread = 1; thread <= Processes * ThreadsOfProcess; thread++)
            writer.Write<ThreadRow>([new(thread, ProcessOf(thread), 5000 + (int)thread, null, default, unknown)]);
        for (uint method = 1; method <= Methods; method++)
        {
            writer.Write<MethodRow>([new(method, ids.Text(string.Create(CultureInfo.InvariantCulture, $"Shop.Orders.Part{method % 997}.Method{method}")), module)]);
            writer.Write<FrameRow>([new(method, method, managed, 16)]);
        }

        double depth = WriteStacks(writer);
        WriteSamples(writer, samples);
        WriteWaits(writer, waits, durationNs, ids.Text("sleeping"));
        long start = Stopwatch.GetTimestamp();
        MethodTimes.Write(writer, writer, new Progress<Progress>(), CancellationToken.None);
        TimeSpan adding = Stopwatch.GetElapsedTime(start);
        writer.Commit();
        return (depth, adding);
    }

    private static uint ProcessOf(uint thread) => 1 + ((thread - 1) / ThreadsOfProcess);

    // Each stack takes the outer frames of another one and goes on from there; a method is called by few others.
    private static double WriteStacks(RecordingWriter writer)
    {
        Random random = new(3);
        List<uint[]> made = [];
        List<StackFrameRow> frames = [];
        List<StackMethodRow> methods = [];
        long depths = 0;
        for (uint stack = 1; stack <= Stacks; stack++)
        {
            if ((stack - 1) % StacksOfProcess == 0)
                made.Clear();
            uint[] outer = made.Count == 0 ? [1, 2, 3, 4, 5] : made[random.Next(made.Count)];
            List<uint> path = [.. outer[..Math.Max(5, random.Next(outer.Length + 1))]];
            for (int more = random.Next(1, 12); more > 0 && path.Count < 60; more--)
                path.Add(random.Next(12) == 0 ? path[^1] : 1 + (((path[^1] * 31) + (uint)(random.Next(6) * 7919)) % Methods));
            made.Add([.. path]);
            depths += path.Count;
            for (int depth = 0; depth < path.Count; depth++)
                frames.Add(new StackFrameRow(stack, depth, path[^(depth + 1)]));
            methods.AddRange(path.Distinct().Select(method => new StackMethodRow(stack, method)));
            if (frames.Count > BatchRows || stack == Stacks)
            {
                writer.Write<StackFrameRow>(frames.ToArray());
                writer.Write<StackMethodRow>(methods.ToArray());
                frames.Clear();
                methods.Clear();
            }
        }

        return (double)depths / Stacks;
    }

    private static void WriteSamples(RecordingWriter writer, int count)
    {
        Random random = new(5);
        CpuSampleRow[] batch = new CpuSampleRow[BatchRows];
        for (int done = 0; done < count;)
        {
            int some = Math.Min(BatchRows, count - done);
            for (int i = 0; i < some; i++)
            {
                // Few processes and few stacks have most of the samples, and each is there sometimes.
                uint thread = 1 + (ThreadsOfProcess * (uint)(Processes * Math.Pow(random.NextDouble(), 3))) + (uint)random.Next(ThreadsOfProcess);
                uint stack = (uint)(StacksOfProcess * Math.Pow(random.NextDouble(), 3));
                batch[i] = new CpuSampleRow((done + i) * (SampleNs / Processes), thread, i % 8, 1 + ((ProcessOf(thread) - 1) * StacksOfProcess) + stack, SampleNs);
            }

            writer.Write<CpuSampleRow>(batch.AsSpan(0, some));
            done += some;
        }
    }

    private static void WriteWaits(RecordingWriter writer, int count, long durationNs, TextId kind)
    {
        const int threads = Processes * ThreadsOfProcess;
        Random random = new(7);
        ThreadWaitRow[] batch = new ThreadWaitRow[BatchRows];
        long betweenNs = durationNs / (count / threads);
        for (int done = 0; done < count;)
        {
            int some = Math.Min(BatchRows, count - done);
            for (int i = 0; i < some; i++)
            {
                uint thread = 1 + (uint)((done + i) % threads);
                uint stack = 1 + ((ProcessOf(thread) - 1) * StacksOfProcess) + ((thread * 131 + (uint)random.Next(WaitStacksOfThread)) % StacksOfProcess);
                long startNs = (done + i) / threads * betweenNs;
                batch[i] = new ThreadWaitRow(thread, startNs, random.NextInt64(betweenNs * 3 / 4), random.NextInt64(betweenNs / 8), kind, stack, null, 0, null, false, false, false, false);
            }

            writer.Write<ThreadWaitRow>(batch.AsSpan(0, some));
            done += some;
        }
    }
}
