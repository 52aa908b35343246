using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>
/// Throughput out of a recording: one whose threads do not hinder each other, one whose threads wait for each other, and one that ended badly. Each process runs on
/// another speed of the machine.
/// </summary>
public sealed class ThroughputTableTests : IDisposable
{
    private static readonly int[] s_speeds = [10, 30, 20, 15, 12];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Efficiency_is_that_of_pairs_within_each_process()
    {
        ResultTable table = Read([1, 2, 4]);

        Snapshot.Match(TwoRecordings.Csv(table), "serializers-throughput.csv");
        Assert.Equal(SerializerShapes.Throughput.Columns, table.Columns);
        Cell[] free = Row(table, "Free", 4), waits = Row(table, "Waits", 4);
        // Exact in every process, though the processes differ by three times.
        Assert.Equal(1, free[table.IndexOf("efficiency")].Number, 9);
        Assert.Equal(1, free[table.IndexOf("efficiency_low")].Number, 6);
        Assert.Equal(0.25, waits[table.IndexOf("efficiency")].Number, 9);
        Assert.Equal(4 * Row(table, "Free", 1)[table.IndexOf("operations_per_second")].Number, free[table.IndexOf("operations_per_second")].Number, 1e-6);
        Assert.Equal(25, free[table.IndexOf("pause_percent")].Number, 9);
        Assert.Equal("hang", table.Rows.Single(row => row[table.IndexOf("serializer")].Text == "Ends")[table.IndexOf("outcome")].Text);
    }

    [Fact]
    public void Without_one_thread_there_is_no_efficiency()
    {
        ResultTable table = Read([2, 4]);

        Assert.All(table.Rows.Where(row => !row[table.IndexOf("threads")].IsNull), row => Assert.True(row[table.IndexOf("efficiency")].IsNull));
        Assert.Contains(Notes(table, processors: 4), static note => note.StartsWith("without one thread in the same process there is no efficiency", StringComparison.Ordinal));
    }

    [Fact]
    public void Threads_beyond_the_processors_are_named_with_what_they_can_reach()
    {
        Assert.Equal(["measured on 2 processors: 4 threads share them, so their efficiency cannot be above 0.5; more than that is noise"], Notes(Read([1, 2, 4]), processors: 2));
        Assert.Equal(["measured on 1 processor: 2, 4 threads share it, so their efficiency cannot be above 0.5, 0.25; more than that is noise"], Notes(Read([1, 2, 4]), processors: 1));
        Assert.Equal(["measured on 8 processors"], Notes(Read([1, 2, 4]), processors: 8));
        Assert.Equal(["measured on 8 processors", "efficiency has bounds from three processes each on"], Notes(Read([1, 2], launches: 2), processors: 8));
        Assert.Equal(["measured on 8 processors", "only one thread was measured: --threads 1,2 also measures two"], Notes(Read([1]), processors: 8));
    }

    [Theory]
    [InlineData(1, "1")]
    [InlineData(2, "1 2")]
    [InlineData(6, "1 2 4 6")]
    [InlineData(8, "1 2 4 8")]
    public void Threads_double_up_to_the_processors(int processors, string counts) => Assert.Equal(counts, string.Join(' ', ThreadCounts.UpTo(processors)));

    [Theory]
    [InlineData("serializer=Waits,threads=2,efficiency_high=..0.6", ExitCode.LimitBroken)]
    [InlineData("serializer=Free,threads=2,efficiency_high=..0.6", ExitCode.Ok)]
    [InlineData("threads=2,operations_per_second=..1", ExitCode.Ok)]
    public async Task Conditions_see_efficiency_and_throughput(string condition, ExitCode code)
    {
        Record([1, 2], launches: 5).Dispose();

        HostRun run = await HostRun.OfAsync(
            VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "throughput", _folder.File("threads.fathom"), "--fail-if", condition], TestContext.Current.CancellationToken);

        Assert.Equal("", run.Code == code ? "" : $"{run.Code}: {run.Error}");
        Assert.Contains("note: measured on ", run.Error, StringComparison.Ordinal);
        Assert.Contains("note: other programs took 40 % of the processors meanwhile", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_thread_must_be_among_those_that_are_measured()
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "throughput", "--threads", "2,4"], TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Usage, run.Code);
        Assert.Equal("error: Efficiency is relative to one thread, which is not among the requested numbers.\n  next: --threads 1,2,4\n", run.Error);
    }

    private static Cell[] Row(ResultTable table, string serializer, int threads) => table.Rows.Single(row =>
        row[table.IndexOf("serializer")].Text == serializer && row[table.IndexOf("operation")].Text == "deserialize" && row[table.IndexOf("threads")].Integer == threads);

    private static string[] Notes(ResultTable table, int processors) => [.. ThroughputNotes.Of(table, new ManifestMachine("here", "Linux", "6.1", "x64", processors, 1 << 30))];

    private ResultTable Read(int[] threads, int launches = 5)
    {
        using RecordingReader recording = Record(threads, launches);
        using QuerySession session = QuerySession.Open(recording);
        return new SerializerReport(session, default).Throughput(0);
    }

    private RecordingReader Record(int[] threads, int launches)
    {
        string path = _folder.File("threads.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers throughput") { Replace = true });
        Interner ids = writer.Ids;
        SerializerCaseRow one = new(1, ids.Text("bookshelf"), 100, 0, ids.Text("seed=42"), TextId.None, ids.Text("books"));
        writer.Write(new ReadOnlySpan<SerializerCaseRow>(in one));
        Write(writer, 1, "Free", threads, launches, static count => 1.0 / count);
        Write(writer, 2, "Waits", threads, launches, static _ => 1);
        Write(writer, 3, "Ends", [], launches, static _ => 1);
        writer.Describe(static manifest => manifest with { Warnings = ["other programs took 40 % of the processors meanwhile"] });
        writer.Commit();
        return RecordingReader.Open(path);
    }

    // 1000 operations a thread; one of them takes a microsecond times the speed of the process on one thread.
    private static void Write(RecordingWriter to, uint id, string name, int[] threads, int launches, Func<int, double> part)
    {
        Interner ids = to.Ids;
        TextId none = TextId.None;
        SerializerRow row = new(
            id, ids.Text(name), ids.Text(name), none, none, none, 0, none, ids.Text("serializer"), ids.Text("10.0.0"), ids.Text("jit"), ids.Text("available"), none, none, none);
        to.Write(new ReadOnlySpan<SerializerRow>(in row));
        bool ends = threads.Length == 0;
        SerializerResultRow result = new(id, 1, ids.Text(ends ? "hang" : "ok"), ends ? ids.Text("no answer within 60 s") : none, none, ends ? null : 2000, null, null, null);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in result));
        foreach (string operation in new[] { "serialize", "deserialize" })
        {
            foreach (int count in threads)
            {
                for (int launch = 1; launch <= launches; launch++)
                {
                    for (int index = 1; index <= 3; index++)
                    {
                        long duration = (long)(1_000_000 * s_speeds[launch - 1] * count * part(count));
                        SerializerSampleRow sample = new(
                            id, 1, ids.Text(operation), ids.Text("stream"), count, launch, index, 1, 1000 * count, duration, 64_000L * count, 1, 0, 0, duration / 4, null, 1, 1);
                        to.Write(new ReadOnlySpan<SerializerSampleRow>(in sample));
                    }
                }
            }
        }
    }
}
