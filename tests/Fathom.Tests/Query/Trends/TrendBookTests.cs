using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Query.Trends;

public sealed class TrendBookTests
{
    private const double MiB = 1 << 20;

    private readonly TrendBook _book = new();

    [Fact]
    public void Resident_memory_that_goes_to_swap_is_paging_and_not_the_end_of_a_leak()
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["rss_bytes", "swap_bytes", "threads"]);
        for (int i = 0; i < 100; i++)
            process.Add(i, [(500 - i) * MiB, i * 2 * MiB, 7]);

        Dictionary<string, TrendVerdict> verdicts = _book.Judge().ToDictionary(static finding => finding.Line.Metric, static finding => finding.Judgement.Verdict);

        Assert.Equal(TrendVerdict.Paging, verdicts["rss_bytes"]);
        Assert.Equal(TrendVerdict.Grows, verdicts["swap_bytes"]);
        Assert.Equal(TrendVerdict.DoesNotGrow, verdicts["threads"]);
    }

    [Theory]
    [InlineData(0, TrendVerdict.TooShort)]
    [InlineData(1, TrendVerdict.Grows)]
    public void A_managed_heap_that_no_collection_came_to_cannot_be_told(int collectionsPerSample, TrendVerdict verdict)
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["managed_bytes", "gen2_bytes"]);
        for (int i = 0; i < 100; i++)
            process.Add(i, [i * MiB, i * collectionsPerSample * MiB]);

        Assert.Equal(verdict, _book.Judge(process, process.Find("managed_bytes")!).Verdict);
    }

    [Theory]
    [InlineData(0, TrendVerdict.TooShort)]
    [InlineData(1, TrendVerdict.Grows)]
    public void Resident_memory_that_grows_by_garbage_that_was_not_collected_cannot_be_told(int collections, TrendVerdict verdict)
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["rss_bytes", "managed_bytes", "gen0_collections"]);
        for (int i = 0; i < 100; i++)
            process.Add(i, [(100 + i) * MiB, i * 0.9 * MiB, i * collections]);

        TrendJudgement judgement = _book.Judge(process, process.Find("rss_bytes")!);

        Assert.Equal(verdict, judgement.Verdict);
        Assert.Equal(verdict == TrendVerdict.TooShort ? TrendReason.NoCollection : TrendReason.Steady, judgement.Reason);
    }

    [Fact]
    public void Native_memory_that_grows_without_a_collection_grows()
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["rss_bytes", "managed_bytes", "gen0_collections"]);
        for (int i = 0; i < 100; i++)
            process.Add(i, [(100 + i) * MiB, i * 0.3 * MiB, 5]);

        Assert.Equal(TrendVerdict.Grows, _book.Judge(process, process.Find("rss_bytes")!).Verdict);
    }

    [Theory]
    [InlineData(0, 0.2, TrendReason.Steady)]
    [InlineData(1, 0.2, TrendReason.OwnSession)]
    [InlineData(1, 0.5, TrendReason.Steady)]
    public void What_an_event_session_may_have_added_is_no_growth(int sessions, double step, TrendReason reason)
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["rss_bytes", "event_sessions"]);
        for (int i = 0; i < 100; i++)
            process.Add(i, [(100 + (i * step)) * MiB, sessions]);

        Assert.Equal(reason, _book.Judge(process, process.Find("rss_bytes")!).Reason);
        Assert.DoesNotContain(_book.Judge(), static finding => finding.Line.Metric == "event_sessions");
    }

    [Fact]
    public void What_grows_comes_first_and_sums_since_the_start_are_not_judged()
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["threads", "cpu_ns", "rss_bytes"]);
        for (int i = 0; i < 100; i++)
            process.Add(i, [7, i * 1e9, i * MiB]);

        Assert.Equal(["rss_bytes", "threads"], _book.Judge().Select(static finding => finding.Line.Metric));
    }

    [Fact]
    public void Types_that_come_and_go_have_a_value_at_each_look()
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["rss_bytes"]);
        for (int look = 0; look < 20; look++)
        {
            process.BeginLook(look);
            process.AddItem("MyApp.Order", "count", 100 * look);
            if (look >= 10 && look < 15)
                process.AddItem("MyApp.Short", "count", 1);
            process.EndLook();
        }

        TrendLine[] types = [.. process.Lines.Where(static line => line.Item is not null)];
        Assert.Equal(["MyApp.Order", "MyApp.Short"], types.Select(static line => line.Item));
        Assert.Equal([0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], types[1].Series.Values.ToArray());
        Assert.Equal(TrendVerdict.Grows, _book.Judge(process, types[0]).Verdict);
    }

    [Fact]
    public void Too_many_types_are_counted_and_not_followed()
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["rss_bytes"]);
        process.BeginLook(0);
        for (int i = 0; i < TrendBook.MaxItems + 7; i++)
            process.AddItem($"Type{i}", "count", 1);
        process.EndLook();

        Assert.Equal(7, process.ItemsLeftOut);
    }
}
