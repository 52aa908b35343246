using Fathom.Model.Findings;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Judging;
using Fathom.Query.Questions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Judging;

/// <summary>The rules about time over two recordings whose ids collide: in A all of them find something, in B none does.</summary>
public sealed class RuleSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(
        static folder => GuiltyRecording.Write(folder, "a", isGuilty: true), static folder => GuiltyRecording.Write(folder, "b", isGuilty: false));

    public static TheoryData<string> Rules => [.. NamedQuery.All.Where(static name => name.StartsWith("rules/", StringComparison.Ordinal))];

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Rules))]
    public void A_rule_finds_what_is_there_and_nothing_elsewhere(string rule)
    {
        Assert.NotEmpty(_recordings.Run(rule, ("rec", 0)).Rows);
        Assert.Empty(_recordings.Run(rule, ("rec", 1)).Rows);
        _recordings.MatchEach(rule);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Findings_are_sentences_with_the_worst_first()
    {
        TimeFindings findings = Judge(0, TimeRule.Shipped);

        Assert.Equal(TimeRule.Shipped.Count, findings.JudgedCount);
        Assert.Empty(findings.Open);
        Snapshot.Match(
            string.Join('\n', findings.Found.Select(static one => $"{one.Finding.Severity} {one.Finding.Rule}: {one.Finding.Subject}\n  {one.Finding.Evidence}\n  {one.Next}\n  {one.See}")),
            "time-findings.txt");
        Assert.Empty(Judge(1, TimeRule.Shipped).Found);
    }

    // Most of it happens in the first seconds, the requests in the sixth.
    [Fact]
    [Trait("Category", "Slow")]
    public void A_window_has_its_own_findings()
    {
        _recordings.Session.Window = new TimeWindow(4 * GuiltyRecording.Second, 8 * GuiltyRecording.Second, 10 * GuiltyRecording.Second);

        string[] rules = [.. Judge(0, TimeRule.Shipped).Found.Select(static one => one.Finding.Rule).Distinct()];

        Assert.Contains("n-plus-one-requests", rules);
        Assert.DoesNotContain("startup-jit", rules);
        Assert.DoesNotContain("pool-starvation", rules);
        Assert.DoesNotContain(Judge(0, TimeRule.Shipped).Found, static one => one.Finding.Evidence.Contains("OOM", StringComparison.Ordinal));
    }

    [Fact]
    public void Every_rule_is_described_where_its_header_says()
    {
        string page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "findings.md"));

        Assert.All(TimeRule.Shipped, rule =>
        {
            Assert.Equal($"docs/findings.md#{rule.Name}", rule.Header.See);
            Assert.Contains($"\n## {rule.Name}\n", page, StringComparison.Ordinal);
            Assert.NotEmpty(rule.Header.Needs);
        });
        Assert.Equal(TimeRule.Shipped.Count, TimeRule.Shipped.Select(static rule => rule.Header.Order).Distinct().Count());
    }

    // The header of B's tables is there; what was not recorded is not judged.
    [Fact]
    public void A_rule_whose_table_was_not_recorded_is_not_judged()
    {
        TimeRule rule = TimeRule.OfText("own.sql", """
            -- Heaps.
            -- Columns:
            --   process  text
            --   pid      integer
            -- Rule: info
            --   needs  heap_type
            --   says   has a heap
            SELECT 'a' AS process, CAST(1 AS BIGINT) AS pid
            """);

        TimeFindings findings = Judge(0, [rule]);

        Assert.Empty(findings.Found);
        Assert.Equal((0, Severity.NotJudged), (findings.JudgedCount, Assert.Single(findings.Open).Finding.Severity));
        Assert.StartsWith("the recording has no rows of table heap_type; record with: ", findings.Open[0].Finding.Evidence, StringComparison.Ordinal);
    }

    private TimeFindings Judge(int rec, IReadOnlyList<TimeRule> rules)
    {
        TraceFacts facts = new("a", ["perf.data", "nettrace"], null, 10 * GuiltyRecording.Second, true, 0, 0, null, []) { IsOwn = true, HasFigures = true, RunningNs = 1 };
        FindingWords words = new(
            static (cell, column) => cell.Kind == CellKind.Text ? cell.Text : cell.Kind == CellKind.Integer ? $"{cell.Integer}" : $"{cell.Number:0.##}",
            static command => string.Join(' ', command)) { Subject = ["a.fathom"] };
        return new TimeFindings(_recordings.Session, rec, facts, rules, words, TestContext.Current.CancellationToken);
    }
}
