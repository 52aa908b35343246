using Fathom.Model.Counters;
using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about counters over two recordings whose ids collide. B has no instructions.</summary>
public sealed class CounterSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b", isB: true));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [InlineData("time/counters")]
    [InlineData("time/counters-processes")]
    [InlineData("time/counters-methods")]
    [InlineData("time/counters-each")]
    public void A_query_about_one_recording_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Ask(query, rec)]);

    [Fact]
    public void What_other_queries_use_keeps_two_apart() =>
        TwoRecordings.Match("lib/counting", [.. from rec in (int[])[0, 1] select Sorted(Ask("lib/counting", rec))]);

    [Fact]
    public void Figures_are_those_that_one_counts_by_hand()
    {
        Row shop = Assert.Single(Rows("time/counters-processes"), static row => row("process") == "a.shop");

        // 3,000 and 1,000 instructions, 5,000 cycles, 40 references, 10 misses.
        Assert.Equal(("4000", "5000", "1.25", "25"), (shop("instructions"), shop("cycles"), shop("cycles_per_instruction"), shop("cache_miss_percent")));
        Assert.Equal(("10", "2.5", "100"), Of(Rows("time/counters"), "a.shop", null, "cache-misses"));
        // All misses are in Load, which ran 3,000 of the instructions.
        Assert.Equal(("10", $"{10_000.0 / 3000}", "100"), Of(Rows("time/counters-methods"), "a.shop", "Shop.Load", "cache-misses"));
        Assert.Equal(("1000", "1000", "25"), Of(Rows("time/counters-methods"), "a.shop", "", "instructions"));
        // Nobody knows what samples without a count stand for.
        Assert.Equal("", Assert.Single(Rows("time/counters"), static row => row("counter") == "raw 0x1a8")("count"));
    }

    private delegate string Row(string column);

    private static (string Count, string PerThousand, string Percent) Of(Row[] rows, string process, string? method, string counter)
    {
        Row row = Assert.Single(rows, row => row("process") == process && row("counter") == counter && (method is null || row("method") == method));
        return (row("count"), row("per_thousand"), row("percent"));
    }

    private Row[] Rows(string query)
    {
        ResultTable table = Ask(query, 0);
        return [.. table.Rows.Select(row => new Row(column => row[table.IndexOf(column)].ToString()))];
    }

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())), StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec) =>
        _recordings.Session.Run(query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec));

    private static RecordingReader Record(TestFolder folder, string name, bool isB)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom counters"));
        Interner ids = writer.Ids;
        TextId T(string? text) => ids.Text(text);
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop"), IsRecorded = true, HasRuntime = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = T("system"), IsRecorded = false },
        ]);
        writer.Write<ThreadRow>([new(1, 1, 10, null, T("main"), T("unknown")), new(2, 2, 20, null, T("writer"), T("unknown"))]);
        writer.Write<MethodRow>([new(1, T("Shop.Load"), T("Shop.dll"), T("own")), new(2, T("System.String.Concat"), T("System.Private.CoreLib.dll"), T("framework"))]);
        writer.Write<FrameRow>([new(1, 1, T("managed"), 0), new(2, 2, T("managed"), 0)]);
        writer.Write<StackFrameRow>([new(1, 0, 2), new(1, 1, 1), new(2, 0, 2)]);
        CounterSampleRow Counted(long ts, uint process, string counter, long? count, uint stack) => new(ts, process, process, T(counter), count, stack);
        writer.Write<CounterSampleRow>([
            Counted(10, 1, isB ? "context-switches" : "instructions", 3000, 1), Counted(20, 1, isB ? "cpu-migrations" : "instructions", 1000, 0),
            Counted(30, 1, "cycles", 5000, 1), Counted(40, 1, "cache-references", 40, 2), Counted(50, 1, "cache-misses", 10, 1),
            Counted(60, 1, "raw 0x1a8", null, 1), Counted(70, 2, "cycles", 1500, 0), Counted(80, 2, "branches", 90, 0),
            Counted(90, 2, "branch-misses", 3, 2),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
