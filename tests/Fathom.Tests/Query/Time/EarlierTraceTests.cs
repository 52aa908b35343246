using Fathom.Capture.Traces;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Recordings of traces that an earlier version made have samples and waits, and no sums of them.</summary>
public sealed class EarlierTraceTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Verbs_that_answer_from_sums_say_that_these_are_missing_and_never_that_there_is_nothing()
    {
        TraceFacts earlier = Facts("earlier", hasSums: false), now = Facts("now", hasSums: true);

        Assert.Equal(["cpu_sample", "thread_wait"], earlier.WithoutSums);
        Assert.Empty(now.WithoutSums);
        foreach (TraceVerb verb in new[] { TraceVerbs.Cpu, TraceVerbs.Waits })
        {
            Assert.Equal(("The recording was made by an earlier version of Fathom, which did not sum it up by method.", "read the trace again: fathom extract --again TRACE"), verb.WhyNot(earlier));
            Assert.Null(verb.WhyNot(now));
        }

        Assert.Null(TraceVerbs.Threads.WhyNot(earlier));
    }

    private TraceFacts Facts(string name, bool hasSums)
    {
        string path = _folder.File(name + ".fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom extract")))
        {
            Interner ids = writer.Ids;
            writer.Write<TraceRow>([new(1, ids.Text("perf.data"), ids.Text("perf.data"), 1, default, default, default, default, default, ids.Text("monotonic"), 0, 9, null, true, 2, 0, 0, default)]);
            writer.Write<ThreadRow>([new(1, 1, 10, null, default, default)]);
            writer.Write<CpuSampleRow>([new(1, 1, 0, 0, 1)]);
            writer.Write<ThreadWaitRow>([new(1, 2, 3, 0, ids.Text("sleeping"), 0, null, 0, null, false, false, false, false)]);
            if (hasSums)
                MethodTimes.Write(writer, writer, new SilentProgress(), TestContext.Current.CancellationToken);
            writer.Commit();
        }

        using RecordingReader recording = RecordingReader.Open(path);
        using QuerySession session = QuerySession.Open(recording);
        return new TraceReport(session, 0, TestContext.Current.CancellationToken).Facts();
    }
}
