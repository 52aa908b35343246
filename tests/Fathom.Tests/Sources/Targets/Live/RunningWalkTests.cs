using Fathom.Capture.Subjects;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Metrics;
using Fathom.Model.Patterns;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Metrics;
using Fathom.Sources.Targets.Live;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>No question about a process follows its stacks while it runs: the data access library may crash there, and this program with it.</summary>
public sealed class RunningWalkTests
{
    private static readonly Dictionary<string, SubjectReader> s_questions = new()
    {
        ["heap"] = SubjectReader.Heap,
        ["sizes"] = SubjectReader.Sizes,
        ["strings"] = SubjectReader.Strings(new StringOptions()),
        ["objects"] = SubjectReader.Objects(new ObjectQuery(new PatternList("*"))),
        ["segments"] = SubjectReader.Segments,
        ["graph"] = SubjectReader.Graph(new LiveAnalysis(), new RetainedAnalysis()),
        ["graph and strings"] = SubjectReader.GraphAndStrings(new StringOptions(), new LiveAnalysis()),
        ["threads"] = SubjectReader.Threads(TimeSpan.FromMilliseconds(20), inspectsHeap: true),
        ["runtime"] = SubjectReader.Runtime,
        ["memory"] = SubjectReader.Memory(),
        ["memory of one stop"] = SubjectReader.Memory(stops: true),
        ["heap and memory"] = SubjectReader.HeapAndMemory(new LiveAnalysis()),
    };

    [Fact]
    [Trait("Category", "Slow")]
    public void No_question_asks_for_the_registers_of_a_running_thread()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls", "waits");
        foreach ((string question, SubjectReader reader) in s_questions)
        {
            using RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions(question));
            reader.OfProcess(sample.Pid, new ReadSettings(0)).Run(writer, new SilentProgress(), TestContext.Current.CancellationToken);

            Assert.True(RunningWalks.CountOf(sample.Pid) == 0, question);
        }

        using ManagedMetrics metrics = new(sample.Pid);
        metrics.Sample(new double[MetricCatalog.Count], TestContext.Current.CancellationToken);
        Assert.Equal(0, RunningWalks.CountOf(sample.Pid));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Registers_are_given_in_a_stop_only_and_asking_before_is_noted()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using TargetSession session = TargetSession.Open(sample.Pid);
        TimeSpan limit = TimeSpan.FromSeconds(20);

        bool running = await session.InvokeRunning(target => Ask(target), limit, TestContext.Current.CancellationToken);
        int noted = RunningWalks.CountOf(sample.Pid);
        bool stopped = await session.InvokeStopped(target => Ask(target), limit, TestContext.Current.CancellationToken);
        bool after = await session.InvokeRunning(target => Ask(target), limit, TestContext.Current.CancellationToken);

        Assert.Equal((false, 1, true, false, 2), (running, noted, stopped, after, RunningWalks.CountOf(sample.Pid)));

        bool Ask(LiveTarget target) => target.Runtime.DataTarget.DataReader.GetThreadContext((uint)sample.Pid, 0, new byte[4096]);
    }
}
