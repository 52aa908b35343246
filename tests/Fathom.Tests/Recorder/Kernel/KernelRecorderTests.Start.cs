using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.Formats.PerfData.Events;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Recorder.Kernel;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

// What a recording says of processes and threads that were there when it began, or came at that time.
public sealed partial class KernelRecorderTests
{
    private const int Programs = 40;
    private const int MostPrograms = 400;
    private const long LittleNs = 100_000_000;

    [Fact]
    [Trait("Category", "Slow")]
    public void Processes_that_start_while_events_open_wait_and_are_one_row_each_with_their_name()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("perf.data");
        ConcurrentBag<Process> sleepers = [];
        using Process before = Process.Start("sleep", "60");
        try
        {
            bool isOn = false;
            // Until the recorder is on, so that some begin at each step of its start.
            Thread starter = new(() =>
            {
                while (sleepers.Count < Programs || (!Volatile.Read(ref isOn) && sleepers.Count < MostPrograms))
                    sleepers.Add(Process.Start("sleep", "60"));
            });
            long start = Stopwatch.GetTimestamp();
            KernelRecorderResult result;
            starter.Start();
            using (KernelRecorder recorder = KernelRecorder.Start(new KernelRecorderOptions(file)))
            {
                Volatile.Write(ref isOn, true);
                starter.Join();
                // All sleep, and have done so for most of their lives.
                SpinWait.SpinUntil(() => sleepers.All(static sleeper => IsAsleep(sleeper.Id)));
                TimeSpan awake = Stopwatch.GetElapsedTime(start);
                SpinWait.SpinUntil(() => Stopwatch.GetElapsedTime(start) > 3 * awake);
                result = recorder.Stop();
            }

            CollectingSink sink = new();
            new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);

            Dictionary<uint, ThreadLifeRow> lives = sink.Rows<ThreadLifeRow>().ToDictionary(static row => row.ThreadId);
            int seen = 0;
            foreach (Process sleeper in sleepers.Append(before))
            {
                ProcessRow process = Assert.Single(sink.Rows<ProcessRow>(), row => row.Pid == sleeper.Id);
                Assert.Equal("sleep", sink.Text(process.Name));
                // The look at the threads of a busy machine is bounded, so one that does nothing afterwards may be missing.
                if (sink.Rows<ThreadRow>().SingleOrDefault(row => row.Tid == sleeper.Id) is not { ThreadId: > 0 } thread)
                    continue;
                seen++;
                ThreadLifeRow life = lives[thread.ThreadId];
                Assert.Equal(process.ProcessId, thread.ProcessId);
                // The busy machine may let one wait for a processor, but not for as long as it sleeps.
                Assert.True(life.ReadyNs < LittleNs + (life.DurationNs / 2), $"{sleeper.Id}: {life}");
                Assert.True(life.WaitingNs + life.UnknownNs > life.DurationNs / 2, $"{sleeper.Id}: {life}");
            }

            Assert.InRange(seen, Programs / 2, int.MaxValue);
            // There were too many threads to read their states in time, which is a loss.
            if (result.UnreadThreads > 0)
                return;
            // It has no event at all: its state was read, and the call in which it waits (clock_nanosleep).
            ThreadLifeRow still = lives[sink.Rows<ThreadRow>().Single(row => row.Tid == before.Id).ThreadId];
            Assert.Equal((still.DurationNs, 0L), (still.WaitingNs, still.UnknownNs));
            ThreadWaitRow wait = Assert.Single(sink.Rows<ThreadWaitRow>(), row => row.ThreadId == still.ThreadId);
            Assert.Equal(("sleeping", true, true), (sink.Text(wait.Kind), wait.OpenAtStart, wait.OpenAtEnd));
            Assert.NotNull(wait.Syscall);
        }
        finally
        {
            foreach (Process sleeper in sleepers.Append(before))
                sleeper.Kill();
        }
    }

    // As an ordinary user may: some processes, and nothing of the kernel.
    [Fact]
    public void Threads_of_some_processes_have_the_state_that_they_had_at_the_start()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("perf.data");
        using Process sleeper = Process.Start("sleep", "60");
        using Process cat = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        try
        {
            SpinWait.SpinUntil(() => IsAsleep(sleeper.Id) && IsAsleep(cat.Id, "cat"));
            KernelRecorderOptions options = new(file) { Processes = [sleeper.Id, cat.Id] };
            KernelRecorderResult result;
            using (KernelRecorder recorder = KernelRecorder.Start(options, new KernelAccess(Machine: false, Own: true, Why: null)))
            {
                for (int i = 0; i < 100; i++)
                {
                    cat.StandardInput.WriteLine("turn");
                    Assert.Equal("turn", cat.StandardOutput.ReadLine());
                }

                result = recorder.Stop();
            }

            Assert.Equal((0, 2L), (result.UnreadThreads, result.Counts.Single(static count => count.Event == StartStates.EventName).Kept));
            CollectingSink sink = new();
            new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
            ThreadLifeRow still = LifeOf(sink, sleeper), moved = LifeOf(sink, cat);
            Assert.True(still.DurationNs > 0);
            Assert.Equal((still.DurationNs, 0L), (still.WaitingNs, still.UnknownNs));
            ThreadWaitRow wait = Assert.Single(sink.Rows<ThreadWaitRow>(), row => row.ThreadId == still.ThreadId);
            Assert.Equal(("sleeping", true, true), (sink.Text(wait.Kind), wait.OpenAtStart, wait.OpenAtEnd));
            Assert.NotNull(wait.Syscall);
            Assert.Equal(0, moved.UnknownNs);
            ThreadWaitRow first = sink.Rows<ThreadWaitRow>().Where(row => row.ThreadId == moved.ThreadId).MinBy(static row => row.StartNs);
            Assert.Equal(("sleeping", true, false, true), (sink.Text(first.Kind), first.OpenAtStart, first.OpenAtEnd, first.Syscall is not null));
        }
        finally
        {
            sleeper.Kill();
            cat.Kill();
        }
    }

    private static ThreadLifeRow LifeOf(CollectingSink sink, Process process)
    {
        uint thread = sink.Rows<ThreadRow>().Single(row => row.Tid == process.Id).ThreadId;
        return Assert.Single(sink.Rows<ThreadLifeRow>(), row => row.ThreadId == thread);
    }

    private static bool IsAsleep(int pid) => IsAsleep(pid, "sleep");

    private static bool IsAsleep(int pid, string name) => File.ReadAllText($"/proc/{pid}/stat").Contains($"({name}) S", StringComparison.Ordinal);
}
