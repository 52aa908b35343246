using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;
using static Fathom.Tests.Query.Serializers.MadeSerializer;

namespace Fathom.Tests.Query.Serializers;

/// <summary>What follows from recordings whose truth is known: who is named, that ties and doubts are said, and that nothing follows from bounds that tell nothing.</summary>
public sealed class ConclusionTests : IDisposable
{
    private static readonly string[] s_clean = ["clean error", "clean error"];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_fastest_is_advised_and_each_reason_for_another_is_named_with_its_evidence()
    {
        Dictionary<string, TableRow> said = Of(
            new("Quick", Steady(100), Steady(200), 500) { Statement = "never read foreign data", Attacks = ["unsafe", "clean error"], Walls = Steady(90), Versions = ["ok", "lost"] },
            new("Small", Steady(200), Steady(400), 250) { Attacks = s_clean, Walls = Steady(60), Versions = ["ok", "silent corruption"] },
            new("Json", Steady(300), Steady(600), 900) { IsText = true, Attacks = s_clean, Walls = Steady(120), Versions = ["ok", "ok"] });

        Assert.Equal("Quick", said["fastest both ways"].Text("serializers"));
        Assert.Equal("Small", said["smallest"].Text("serializers"));
        Assert.Equal("Json", said["readable"].Text("serializers"));
        Assert.Equal("Small", said["quickest to start"].Text("serializers"));
        Assert.Equal("Small, Json", said["foreign data"].Text("serializers"));
        Assert.Equal("Json", said["versions of a type"].Text("serializers"));
        Assert.Equal(
            "use Quick, fastest both ways, unless the data is from strangers (unsafe in 1 of 2 attacks): then Small, which withstood what was tried (2.00 times as long); or size counts "
            + "more: Small needs 250 B instead of 500 B (2.00 times as long); or people must read it: Json (3.00 times as long); or the process is short: Small ends after 60.1 ms, this "
            + "after 90.1 ms; or the type changes: Json reads 2 of 2 changes, this 1",
            said["advice"].Text("sentence"));
    }

    [Fact]
    public void A_tie_is_said_and_the_safer_or_smaller_of_those_is_advised()
    {
        Dictionary<string, TableRow> said = Of(
            new("Big", [100, 101, 100, 101, 100], [200, 202, 200, 202, 200], 500), new("Little", [101, 100, 101, 100, 101], [202, 200, 202, 200, 202], 400),
            new("Slow", Steady(500), Steady(900), 300));

        Assert.Contains(said["fastest both ways"].Text("serializers"), (string[])["Big, Little", "Little, Big"]);
        Assert.Contains("cannot be distinguished", said["fastest both ways"].Text("sentence"), StringComparison.Ordinal);
        Assert.StartsWith("use Little, as fast both ways as Big and smaller, unless size counts more: Slow needs 300 B", said["advice"].Text("sentence"), StringComparison.Ordinal);
    }

    [Fact]
    public void One_whose_bounds_tell_nothing_is_named_and_the_others_are_still_compared()
    {
        Dictionary<string, TableRow> said = Of(
            new("A", Steady(100), Steady(200), 100), new("B", Steady(150), Steady(300), 90), new("C", Steady(160), Steady(330), 80), new("D", Steady(190), Steady(390), 70),
            new("Noise", Wild(60, 8), Wild(120, 8), 60));

        Assert.Equal("A", said["fastest both ways"].Text("serializers"));
        Assert.EndsWith("; not measured well enough to say: Noise", said["fastest both ways"].Text("sentence"), StringComparison.Ordinal);
        Assert.StartsWith(
            "use A, fastest both ways of those that were measured well enough, unless size counts more: Noise needs 60 B instead of 100 B (how fast is not known)",
            said["advice"].Text("sentence"), StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_follows_where_all_bounds_are_absurd()
    {
        Dictionary<string, TableRow> said = Of(new("A", Wild(100, 9), Wild(200, 7), 100), new("B", [900, 100, 800, 120, 110], [900, 100, 800, 120, 110], 90));

        Assert.Null(said["fastest both ways"].Text("serializers"));
        Assert.Matches("^not known: (A and B|B and A) are not told apart, not measured well enough", said["fastest both ways"].Text("sentence"));
        Assert.Null(said["advice"].Text("serializers"));
        Assert.Equal("B", said["smallest"].Text("serializers"));
    }

    [Fact]
    public void Two_processes_are_too_few_for_a_conclusion_about_time()
    {
        Dictionary<string, TableRow> said = Of(new("A", Steady(100, 2), Steady(200, 2), 100), new("B", Steady(900, 2), Steady(900, 2), 90));

        Assert.Equal("not known: 2 complete rounds of processes; a conclusion takes 3 (--launches 5)", said["fastest both ways"].Text("sentence"));
        Assert.Equal("no advice: who is fastest both ways is not known", said["advice"].Text("sentence"));
    }

    [Fact]
    public void The_only_one_is_no_recommendation()
    {
        Dictionary<string, TableRow> said = Of(new MadeSerializer("Only", Steady(100), Steady(200), 100));

        Assert.Equal("Only is the only one that was compared", said["fastest both ways"].Text("sentence"));
        Assert.Equal("no advice: Only is the only one that was compared", said["advice"].Text("sentence"));
    }

    [Fact]
    public void What_lost_something_is_never_named()
    {
        Dictionary<string, TableRow> said = Of(
            new("A", Steady(100), Steady(200), 100), new("B", Steady(150), Steady(300), 90),
            new MadeSerializer("Lossy", Steady(1), Steady(1), 1) { Outcome = "lost", Attacks = s_clean, Versions = ["ok"], Walls = Steady(1) });

        Assert.All(said.Values, static row => Assert.DoesNotContain("Lossy", row.Text("sentence"), StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_is_said_where_nothing_came_back_whole() =>
        Assert.Empty(Of(new MadeSerializer("Lossy", Steady(1), Steady(1), 1) { Outcome = "lost" }));

    // A factor stands beside a rank: what has rank 1 is never slower than something that has none.
    [Fact]
    public void A_ratio_is_to_what_has_the_first_rank()
    {
        using RecordingReader recording = MadeRecording.Create(
            _folder,
            [
                new("A", Steady(100), Steady(200), 100), new("B", Steady(150), Steady(300), 90), new("C", Steady(160), Steady(330), 80), new("D", Steady(190), Steady(390), 70),
                new("Noise", Wild(60, 8), Wild(20, 8), 60),
            ]);
        using QuerySession session = QuerySession.Open(recording);

        TableRow[] rows = [.. TableRow.All(new SerializerReport(session, TestContext.Current.CancellationToken).Comparison(0))];

        TableRow first = rows.Single(static row => row.Text("serializer") == "A"), noise = rows.Single(static row => row.Text("serializer") == "Noise");
        Assert.Equal(1, first.Real("deserialize_factor"));
        Assert.Null(noise.Text("rank"));
        Assert.False(noise.Truth("deserialize_tied"));
        Assert.StartsWith("not measured well enough", noise.Text("no_rank_reason"), StringComparison.Ordinal);
    }

    [Fact]
    public void Each_case_has_its_own_sentences_and_the_names_that_are_asked_about_are_the_only_ones()
    {
        using RecordingReader recording = MadeRecording.Create(_folder, [new("A", Steady(100), Steady(200), 100), new("B", Steady(150), Steady(300), 90)], "books", "tweets");
        using QuerySession session = QuerySession.Open(recording);
        SerializerReport report = new(session, TestContext.Current.CancellationToken);

        ResultTable all = report.Conclusions(0), some = report.Conclusions(0, new Fathom.Model.Patterns.PatternList("B"));

        Assert.Equal(["books", "tweets"], TableRow.All(all).Where(static row => row.Text("topic") == "advice").Select(static row => row.Text("case_name")));
        Assert.All(TableRow.All(some), static row => Assert.DoesNotContain("A", row.Text("sentence"), StringComparison.Ordinal));
    }

    private Dictionary<string, TableRow> Of(params MadeSerializer[] all)
    {
        using RecordingReader recording = MadeRecording.Create(_folder, all);
        using QuerySession session = QuerySession.Open(recording);
        return TableRow.All(new SerializerReport(session, TestContext.Current.CancellationToken).Conclusions(0)).ToDictionary(static row => row.Text("topic")!);
    }
}
