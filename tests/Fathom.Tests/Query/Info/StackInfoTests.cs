using Fathom.Model.Machine;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Query.Info;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Info;

/// <summary>What came of the stacks that a recorder copied.</summary>
public sealed class StackInfoTests
{
    [Fact]
    public void A_query_about_one_recording_keeps_two_apart()
    {
        using TwoRecordings recordings = new(static folder => Create(folder, "a"), static folder => Create(folder, "b"));

        recordings.MatchEach("recording/stacks");
        recordings.MatchEachTwice("recording/counted", "event", "sched:sched_switch", "cpu-clock");
    }

    [Fact]
    public void Each_event_has_a_line_in_the_facts_of_a_recording()
    {
        using TestFolder folder = new();
        using RecordingReader recording = Create(folder, "a");
        using QuerySession session = QuerySession.Open(recording);
        (string Fact, string Line)[] lines =
        [
            ("whole_stacks samples", "1999 of 2000 stacks are complete (99.9 %); 1 end in the kernel below a program, or at the limit of frames"),
            ("copied_stacks cpu-clock", "3 of 10 copied stacks are complete; 4 continue beyond the copied part, 2 lead to an unknown address, 1 cannot be unwound"),
        ];

        Assert.Equal(lines, StackInfo.Lines(session, TestContext.Current.CancellationToken));
        Assert.All(lines, line => Assert.Contains(
            RecordingInfo.Facts(recording, TestContext.Current.CancellationToken).Rows, row => (row[0].Text, row[1].Text) == line));
    }

    private static RecordingReader Create(TestFolder folder, string name)
    {
        bool isB = name == "b";
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom record Shop") { Time = new HeapRecordings.FixedTime(), ToolVersion = "1.2.3" });
        Interner ids = writer.Ids;
        writer.Write<TraceRow>([new(
            1, ids.Text("perf.data"), ids.Text("perf.data"), 1_000, ids.Text("host"), ids.Text("6.1.0"), ids.Text("x86_64"), ids.Text("fathom 1.2.3"), ids.Text("record"), ids.Text("monotonic"), 5,
            10_000_000_000, 1_700_000_000_123_456_789, true, 9, 0, 0, default)]);
        writer.Write<RecorderEventRow>(
        [
            new(ids.Text("cpu-clock"), null, 9, 0, 0, 0, 0, isB ? 7 : 3, 4, 2, 1, 4096, 2),
            new(ids.Text("sched:sched_switch"), 9, 9, 0, 0, 0, 0, null, null, null, null, null, null),
            new(ids.Text("samples"), null, 2000, 0, 0, 0, 0, isB ? 1998 : 1999, isB ? 2 : 1, 0, 0, null, null),
            new(ids.Text("syscalls:sys_enter_futex"), 9, 9, 0, 0, 0, 0, isB ? 100 : 0, 0, 0, 0, 512, 0),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
