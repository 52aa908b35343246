using Fathom.Capture.Traces;
using Fathom.Model;
using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Which method a name means, and that the lines of one add up to its times.</summary>
public sealed class MethodLinesTests : IDisposable
{
    private static readonly string[] s_methods =
    [
        "Shop.Stock.Count", "Shop.Till.Count", "Shop.Stock.Sell", "Shop.Stock+<Sell>d__3.MoveNext", "Shop.List`1[System.Int32].Add", "Shop.List`1[System.String].Add",
        "Shop.Stock+Shelf.Fill", "Shop.List`1+<Walk>d__7[System.Int32].MoveNext",
    ];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Shop.Stock.Count", "Shop.Stock.Count", 1)]
    [InlineData("Stock.Count", "Shop.Stock.Count", 1)]
    [InlineData("Shop.Stock.Sell", "Shop.Stock.Sell", 2)]
    [InlineData("Sell", "Shop.Stock.Sell", 2)]
    [InlineData("Shop.Stock+<Sell>d__3.MoveNext", "Shop.Stock.Sell", 2)]
    [InlineData("List`1.Add", "Shop.List`1.Add", 2)]
    [InlineData("Shop.List`1[System.Int32].Add", "Shop.List`1.Add", 2)]
    [InlineData("Shelf.Fill", "Shop.Stock+Shelf.Fill", 1)]
    [InlineData("Shop.Stock.Shelf.Fill", "Shop.Stock+Shelf.Fill", 1)]
    [InlineData("Walk", "Shop.List`1.Walk", 1)]
    public void A_name_means_a_method_or_what_a_compiler_made_of_it(string asked, string method, int samples)
    {
        using RecordingReader recording = Record();
        using QuerySession session = QuerySession.Open(recording);

        TableRow[] rows = Rows(session, asked);

        Assert.All(rows, row => Assert.Equal(method, row.Text("method")));
        Assert.Equal(samples, rows.Sum(static row => row.Number("samples")));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Count", "'Count' is the end of 2 names of methods with samples.", "--lines 'Shop.")]
    [InlineData("Stock.Coumt", "No sample of 'a.fathom' has a method 'Stock.Coumt' on its stack.", "--lines 'Shop.")]
    [InlineData("Zebra", "No sample of 'a.fathom' has a method 'Zebra' on its stack.", "the methods that have samples: fathom cpu a.fathom")]
    [InlineData("", "No sample of 'a.fathom' has a method '' on its stack.", "")]
    [InlineData("ock.Count", "No sample of 'a.fathom' has a method 'ock.Count' on its stack.", "--lines 'Shop.Stock.Count'")]
    public void A_name_that_means_none_or_several_is_refused(string asked, string sentence, string next)
    {
        using RecordingReader recording = Record();
        using QuerySession session = QuerySession.Open(recording);

        FathomException refusal = Assert.Throws<FathomException>(() => MethodLines.Of(session, "a.fathom", asked, TestContext.Current.CancellationToken));

        Assert.Equal(sentence, refusal.Message);
        Assert.StartsWith(next, refusal.NextStep, StringComparison.Ordinal);
    }

    [Fact]
    public void Lines_add_up_to_the_times_of_the_method()
    {
        using RecordingReader recording = Record(repeats: 200);
        using QuerySession session = QuerySession.Open(recording);
        TableRow[] methods = [.. TableRow.All(session.Run(
            "time/cpu", TestContext.Current.CancellationToken, QueryParameter.Of("rec", 0), QueryParameter.Of("all_processes", true)))];

        foreach (string method in (string[])["Shop.Stock.Count", "Shop.Till.Count", "Shop.Stock+Shelf.Fill"])
        {
            TableRow[] lines = Rows(session, method);
            foreach (string column in (string[])["cpu_self_ns", "cpu_total_ns", "samples"])
                Assert.Equal(methods.Where(row => row.Text("method") == method).Sum(row => row.Number(column)), lines.Sum(row => row.Number(column)));
        }
    }

    [Fact]
    public void A_recording_without_lines_says_so()
    {
        using RecordingReader recording = TraceRecordings.Joined(_folder, "joined");
        using QuerySession session = QuerySession.Open(recording);

        FathomException refusal = Assert.Throws<FathomException>(() => MethodLines.Of(session, "joined.fathom", "main", TestContext.Current.CancellationToken));

        Assert.Equal("'joined.fathom' does not hold source lines: an earlier version of Fathom made it.", refusal.Message);
    }

    [Fact]
    public void Several_processes_are_a_note()
    {
        using RecordingReader recording = Record(repeats: 200);
        using QuerySession session = QuerySession.Open(recording);

        Assert.Equal("2 processes ran it, and each has rows of its own: --columns +pid, or --where pid=PID", MethodLines.Note(Table(session, "Till.Count")));
        Assert.Null(MethodLines.Note(Table(session, "Stock.Count")));
    }

    private static ResultTable Table(QuerySession session, string method)
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        return session.Run(MethodLines.Of(session, "a.fathom", method, stop), null, stop).Table;
    }

    private static TableRow[] Rows(QuerySession session, string method) => [.. TableRow.All(Table(session, method))];

    // Each method has frames in two lines and one without a line, and a stack of its own; as many more have frames by chance. Stock.Count is in one process only.
    private RecordingReader Record(int repeats = 0)
    {
        string path = _folder.File("a.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom cpu"));
        Interner ids = writer.Ids;
        writer.Write<TraceRow>([new(
            1, ids.Text("perf.data"), ids.Text("perf.data"), 1, default, default, default, default, default, ids.Text("monotonic"), 0, 9, null, true, 2,
            0, 0, default)]);
        writer.Write<ProcessRow>([new ProcessRow { ProcessId = 1, Pid = 10, Name = ids.Text("a") }, new ProcessRow { ProcessId = 2, Pid = 20, Name = ids.Text("b") }]);
        writer.Write<ThreadRow>([new(1, 1, 10, null, default, default), new(2, 2, 20, null, default, default)]);
        List<StackFrameRow> stacks = [];
        List<CpuSampleRow> samples = [];
        uint stack = 0;
        for (uint method = 1; method <= s_methods.Length; method++)
        {
            writer.Write<MethodRow>([new(method, ids.Text(s_methods[method - 1]), ids.Text("a.dll"))]);
            for (uint line = 0; line < 3; line++)
            {
                uint frame = (method * 3) + line;
                writer.Write<FrameRow>([new(frame, method, ids.Text("managed"), 4)]);
                writer.Write<FrameLineRow>([line == 2
                    ? new(frame, default, default, null, default, ids.Text("no PDB"))
                    : new(frame, ids.Text("a.cs"), ids.Text("/a.cs"), (int)line + 1, ids.Text($"line {line}"), default)]);
            }

            stacks.Add(new(++stack, 0, method * 3));
            samples.Add(new(samples.Count, 1, 0, stack, 1000));
        }

        Random random = new(5);
        for (int i = 0; i < repeats; i++)
        {
            int depth = random.Next(1, 8);
            stack++;
            uint thread = (uint)random.Next(1, 3);
            for (int at = 0; at < depth; at++)
                stacks.Add(new(stack, at, (uint)random.Next(thread == 1 ? 3 : 6, 3 + (s_methods.Length * 3))));
            samples.Add(new(samples.Count, thread, 0, stack, random.Next(1, 2000)));
        }

        writer.Write<StackFrameRow>([.. stacks]);
        writer.Write<StackMethodRow>([.. stacks.Select(static row => new StackMethodRow(row.StackId, row.FrameId / 3)).Distinct()]);
        writer.Write<CpuSampleRow>([.. samples]);
        MethodTimes.Write(writer, writer, new SilentProgress(), TestContext.Current.CancellationToken);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
