using Fathom.Model.Machine;
using Fathom.Model.Results;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about figures of a machine over two recordings. In B a disk appears and a group is gone, and nothing is throttled.</summary>
public sealed class MachineSqlGoldenTests : IDisposable
{
    private const long Second = 1_000_000_000;

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a"), static folder => Record(folder, "b"));

    public void Dispose() => _recordings.Dispose();

    [Fact]
    public void Readings_are_those_of_one_recording() => _recordings.MatchEach("time/machine-each");

    [Fact]
    public void Resources_are_those_of_one_recording() => TwoRecordings.Match(
        "time/machine",
        [.. from rec in (int[])[0, 1] from all in (bool[])[false, true] select Ask("time/machine", rec, QueryParameter.Of("all", all))]);

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("lib/machine-reading")]
    [InlineData("lib/machine-measure")]
    public void What_other_queries_use_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Sorted(Ask(query, rec))]);

    [Fact]
    public void Rules_are_the_same_for_all() => TwoRecordings.Match("lib/machine-rule", Sorted(_recordings.Run("lib/machine-rule")));

    // The middle of the second second lies in it, those of the others do not; levels are of the moment.
    [Fact]
    public void A_window_has_the_readings_whose_middle_lies_in_it()
    {
        _recordings.Session.Window = new TimeWindow((3 * Second) / 2, 2 * Second, 3 * Second);

        ResultTable each = Ask("time/machine-each", 0), all = Ask("time/machine", 0, QueryParameter.Of("all", true));

        Assert.Equal([Second], each.Rows.Select(row => row[each.IndexOf("start_ns")].Integer));
        Assert.All(all.Rows, row => Assert.Equal(1, row[all.IndexOf("readings")].Integer));
    }

    [Fact]
    public void Limits_are_said_in_one_line()
    {
        Assert.Equal(
            "Limits: processors 91.7 % busy; the host took 8.3 % of the processors; threads waited for memory 10 % of the time; 3 more.",
            new Fathom.Query.Time.MachineLimits(_recordings.Session, 0, TestContext.Current.CancellationToken).Sentence());
        Assert.Equal(
            "Nothing of the machine was a limit in that time.",
            new Fathom.Query.Time.MachineLimits(_recordings.Session, 1, TestContext.Current.CancellationToken).Sentence());
    }

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())), StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec, params QueryParameter[] more) =>
        _recordings.Session.Run(query, TestContext.Current.CancellationToken, [QueryParameter.Of("rec", rec), .. more]);

    private static RecordingReader Record(TestFolder folder, string name)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom machine"));
        Interner ids = writer.Ids;
        bool isB = name == "b";
        int busy = isB ? 1 : 10;
        for (int second = 1; second <= 3; second++)
        {
            long ts = second * Second;
            long Ns(double seconds) => (long)(seconds * Second);
            void Count(string topic, string? item, string fact, long? value) => writer.Write<MachineSampleRow>(
                [new(ids.Text(topic), ids.Text(item), ids.Text(fact), ids.Text("counter"), ts, value is null ? null : Second, value)]);
            void Level(string topic, string? item, string fact, long? value) =>
                writer.Write<MachineSampleRow>([new(ids.Text(topic), ids.Text(item), ids.Text(fact), ids.Text("level"), ts, null, value)]);

            // Of 1.2 s of two processors; in B time that waited for disks went back once, so nothing is known of that second.
            foreach (string fact in (string[])["user_ns", "system_ns", "interrupt_ns", "steal_ns"])
                Count("processor", null, fact, Ns(0.01 * busy * (fact == "user_ns" ? 8 : 1)));
            Count("processor", null, "iowait_ns", isB && second == 2 ? null : 0);
            Count("processor", null, "idle_ns", Ns(isB ? 1 : 0.1));
            Level("memory", null, "total_bytes", 1000);
            Level("memory", null, "available_bytes", 1000 - (100 * second));
            Level("memory", null, "dirty_bytes", second << 20);
            Count("memory", null, "swap_in_bytes", isB ? 0 : 3 << 20);
            Count("memory", null, "swap_out_bytes", 0);
            Count("memory", null, "major_faults", second);
            Count("pressure", "memory", "some_ns", Ns(0.01 * busy));
            Count("pressure", "cpu", "some_ns", Ns(0.02 * second));
            if (!isB || second > 2)
            {
                Count("disk", "vda", "busy_ns", Ns(isB ? 0.1 : 0.9));
                Count("disk", "vda", "reads", 10);
                Count("disk", "vda", "writes", second == 1 ? 0 : 10);
                Count("disk", "vda", "read_ns", 40_000_000);
                Count("disk", "vda", "write_ns", 20_000_000);
                Count("disk", "vda", "read_bytes", 1 << 20);
                Count("disk", "vda", "write_bytes", 2 << 20);
            }

            Count("network", "lo", "sent_bytes", 5000);
            Count("network", "eth0", "sent_bytes", 100 * second);
            Count("network", "eth0", "received_bytes", 50);
            Count("tcp", null, "retransmits", second == 3 ? 2 : 0);
            if (!isB || second < 2)
            {
                Count("control_group", "/app", "cpu_ns", Ns(0.5));
                Count("control_group", "/app", "periods", 10);
                Count("control_group", "/app", "throttled_count", isB ? 0 : 4);
                Count("control_group", "/app", "throttled_ns", isB ? 0 : Ns(0.3));
                Level("control_group", "/app", "memory_bytes", 80);
                Level("control_group", "/app", "memory_limit_bytes", isB ? null : 100);
            }
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }
}
