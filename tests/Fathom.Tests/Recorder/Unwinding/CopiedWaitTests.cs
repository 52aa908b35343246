using System.Diagnostics;
using System.Text;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Recorder.Kernel;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Recorder.Kernel;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Recorder.Unwinding;

/// <summary>Waits of a native program in a known function, compiled without frame pointers: no call chain of the kernel reaches it.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
[Trait(Needs.Trait, Needs.CompilerReason)]
[Collection(nameof(KernelRecorders))]
public sealed class CopiedWaitTests
{
    private const int Count = 200;
    private const long LeastUntoldNs = 3_000_000;
    private const string Switch = "sched:sched_switch";

    private const string Program = """
        #include <pthread.h>
        #include <time.h>
        static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
        int wait_here(int milliseconds)
        {
            struct timespec until;
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_nsec += milliseconds * 1000000L;
            until.tv_sec += until.tv_nsec / 1000000000L;
            until.tv_nsec %= 1000000000L;
            pthread_mutex_lock(&gate);
            int result = pthread_cond_timedwait(&never, &gate, &until);
            pthread_mutex_unlock(&gate);
            return result != 0;
        }
        int call_it(int count)
        {
            int all = 0;
            for (int i = 0; i < count; i++)
                all += wait_here(4);
            return all + 1;
        }
        int main(void) { return call_it(200) != 201; }
        """;

    [Fact]
    [Trait("Category", "Slow")]
    public void Each_wait_has_its_callers_and_the_file_has_no_stacks()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string source = folder.File("waits.c"), program = folder.File("waitprog"), file = folder.File("kernel.data");
        File.WriteAllText(source, Program);
        Run(Needs.Compiler(), "-O1", "-fno-inline", "-fomit-frame-pointer", "-Wl,--build-id", "-pthread", "-o", program, source);
        KernelRecorderResult result;
        using (KernelRecorder recorder = KernelRecorder.Start(new KernelRecorderOptions(file)))
        {
            Run(program);
            result = recorder.Stop();
        }

        // What the program had on its stack is not in the file.
        using (PerfDataReader reader = PerfDataReader.Open(file))
        {
            StackLooker looker = new();
            reader.Read(looker, CancellationToken.None);
            PerfEvent waiting = reader.Events.First(static each => each.Name == Switch);
            Assert.Equal(PerfSampleFields.None, waiting.Attributes.SampleFields & (PerfSampleFields.UserRegisters | PerfSampleFields.UserStack));
            Assert.InRange(looker.Switches, Count, long.MaxValue);
            Assert.InRange(looker.LongestBytes, 1, 4096);
        }

        CopiedStacks copied = result.Stacks.First(static stacks => stacks.Event == Switch);
        Assert.InRange(copied.Whole, Count, long.MaxValue);
        Assert.Equal(result.Counts.First(each => each.Event == copied.Event).Kept, copied.Whole + copied.Cut + copied.Lost + copied.NotFollowed);
        CollectingSink sink = new();
        new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
        uint thread = sink.Rows<ThreadRow>().Single(row => sink.Text(row.Name) == "waitprog").ThreadId;
        ILookup<uint, string> names = Names(sink);
        // What an idle processor does not tell shortens a wait by more than a sample's distance, so they last some of them.
        ThreadWaitRow[] waits = [.. sink.Rows<ThreadWaitRow>().Where(row => row.ThreadId == thread && row.WaitNs > 1_000_000)];
        // Some kernels keep silent of switches, and say so of none: such a wait is unknown, or the part of it that is not told.
        long unknownNs = sink.Rows<ThreadSliceRow>().Where(row => row.ThreadId == thread && sink.Text(row.State) == "unknown").Sum(static row => row.DurationNs);
        Assert.InRange(waits.Length, Math.Max(Count / 2, (Count * 95 / 100) - (unknownNs / LeastUntoldNs)), Count);
        int right = waits.Count(row => string.Join(' ', names[row.StackId]) is var text && text.Contains("!wait_here", StringComparison.Ordinal)
            && text.Contains("!call_it", StringComparison.Ordinal) && text.Contains("!main", StringComparison.Ordinal));
        Assert.InRange(right, waits.Length - (Count * 5 / 100), waits.Length);
    }

    private static ILookup<uint, string> Names(CollectingSink sink)
    {
        Dictionary<uint, string> methods = sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => sink.Text(row.Name)!);
        Dictionary<uint, string> frames = sink.Rows<FrameRow>().ToDictionary(static row => row.FrameId, row => methods[row.MethodId]);
        return sink.Rows<StackFrameRow>().OrderBy(static row => row.Depth).ToLookup(static row => row.StackId, row => frames[row.FrameId]);
    }

    private static void Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true, StandardErrorEncoding = Encoding.UTF8 })!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors);
    }

    private sealed class StackLooker : IPerfDataSink
    {
        public long Switches { get; private set; }

        public int LongestBytes { get; private set; }

        public void OnSample(in PerfSample sample)
        {
            if (sample.Event.Name != Switch)
                return;
            Switches++;
            LongestBytes = Math.Max(LongestBytes, (sample.Callchain.Length * sizeof(ulong)) + sample.Raw.Length);
        }

        public void OnRecord(in PerfRecord record)
        {
        }
    }
}
