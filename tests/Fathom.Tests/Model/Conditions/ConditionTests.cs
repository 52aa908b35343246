using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using FsCheck;
using FsCheck.Fluent;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Model.Conditions;

public sealed class ConditionTests
{
    [Theory]
    [InlineData("count=200..", "count=200..")]
    [InlineData("type=MyApp.Order,count=1001..", "type=MyApp.Order | count=1001..")]
    [InlineData("type=MyApp.Order, count=1001..", "type=MyApp.Order | count=1001..")]
    [InlineData("type=Dictionary<string,Order>", "type=Dictionary<string,Order>")]
    [InlineData("type=Dictionary<string,Order>,count=1", "type=Dictionary<string,Order> | count=1")]
    [InlineData("type=api*,db*,count=1", "type=api*,db* | count=1")]
    [InlineData("type=*<*,count=5..", "type=*<* | count=5..")]
    [InlineData("type=L[[System.Int32, Lib, Version=4.0]],count=1", "type=L[[System.Int32, Lib, Version=4.0]] | count=1")]
    [InlineData("total.size_bytes=600MiB..", "total.size_bytes=600MiB..")]
    [InlineData("type=a=b", "type=a=b")]
    [InlineData("type=", "type=")]
    [InlineData("type=,count=1", "type= | count=1")]
    [InlineData("type=a,", "type=a,")]
    [InlineData("meter:Shop/orders=100..", "meter:Shop/orders=100..")]
    [InlineData("rss_bytes=1GiB..,meter:My.Shop/http.server-time@p95=2..", "rss_bytes=1GiB.. | meter:My.Shop/http.server-time@p95=2..")]
    [InlineData("growth.counter:My-Events/queue.length=1..", "growth.counter:My-Events/queue.length=1..")]
    [InlineData("type=a,meter:not one=1", "type=a,meter:not one=1")]
    public void A_comma_separates_only_before_a_name_and_an_equals_sign(string text, string parts) =>
        Assert.Equal(parts, string.Join(" | ", Condition.Parse("--where", text).Parts.Select(part => $"{part.Name}={part.Value}")));

    [Theory]
    [InlineData("type=MyApp.Order", "MyApp.Order")]
    [InlineData("type=myapp.*", "MyApp.Order")]
    [InlineData("type=Dictionary<string,Order>", "Dictionary<string,Order>")]
    [InlineData("type=!*Order*", "System.String,Free")]
    [InlineData("module=", "Free")]
    [InlineData("module=!", "System.String,MyApp.Order,Dictionary<string,Order>")]
    [InlineData("module=MyApp.dll,count=100..", "MyApp.Order")]
    [InlineData("count=1000..1001", "System.String,MyApp.Order")]
    [InlineData("count=2", "Dictionary<string,Order>")]
    [InlineData("count=..2.5", "Dictionary<string,Order>")]
    [InlineData("size_bytes=1MiB..", "System.String,Free")]
    [InlineData("size_bytes=4KiB..1MB", "MyApp.Order")]
    [InlineData("pause_ns=10ms..2s", "MyApp.Order,Dictionary<string,Order>")]
    [InlineData("pause_ns=..1h", "System.String,MyApp.Order,Dictionary<string,Order>")]
    [InlineData("share_percent=0.25..50", "MyApp.Order,Free")]
    [InlineData("pinned=true", "MyApp.Order")]
    [InlineData("pinned=False", "System.String,Dictionary<string,Order>")]
    [InlineData("count=5000..", "")]
    public void A_filter_keeps_the_rows_that_meet_every_part(string condition, string types) => Assert.Equal(types, Filter(condition));

    [Fact]
    public void Several_conditions_must_all_be_met() => Assert.Equal("MyApp.Order", Filter("module=MyApp.dll", "count=100.."));

    [Theory]
    [InlineData("total.size_bytes=3MiB..", "total.size_bytes: total.size_bytes=3149984")]
    [InlineData("total.size_bytes=600MiB..", "")]
    [InlineData("free.count=7,total.count=2000..", "free.count,total.count: free.count=7 total.count=2010")]
    [InlineData("type=MyApp.Order,count=1001..", "type,count: type=MyApp.Order count=1001")]
    [InlineData("type=MyApp.Order,count=1002..", "")]
    [InlineData("type=No.Such,count=1..", "")]
    [InlineData("count=1000..,total.size_bytes=1..", "count,total.size_bytes: count=1000 total.size_bytes=3149984 | count=1001 total.size_bytes=3149984")]
    [InlineData("count=1000..,total.size_bytes=..1", "")]
    public void A_limit_names_what_is_not_allowed_and_shows_the_values_that_break_it(string limit, string expected)
    {
        LimitVerdict verdict = Check(limit).Judge(SampleResult.Rows, SampleResult.Totals);

        string names = string.Join(',', Condition.Parse("", limit).Parts.Select(part => part.Name));
        IEnumerable<string> rows = verdict.Broken.SelectMany(broken => broken.Evidence).Select(row => string.Join(' ', row.Select(value => $"{value.Name}={value.Value}")));
        Assert.Equal(expected, verdict.Broken.Count == 0 ? "" : $"{names}: {string.Join(" | ", rows)}");
        Assert.Empty(verdict.NotJudged);
    }

    [Fact]
    public void Every_broken_limit_is_reported_and_long_evidence_is_counted()
    {
        LimitVerdict verdict = Check("count=1..", "total.count=1..").Judge(SampleResult.Rows, SampleResult.Totals);

        Assert.Equal([(3, 4), (1, 1)], verdict.Broken.Select(broken => (broken.Evidence.Count, broken.Rows)));
    }

    [Fact]
    public void A_limit_on_a_total_without_a_value_is_not_taken_for_kept()
    {
        LimitVerdict verdict = Check("allocated.count=1..").Judge(SampleResult.Rows, SampleResult.Totals);

        Assert.Empty(verdict.Broken);
        Assert.Equal(["allocated.count=1..: allocated.count has no value"], verdict.NotJudged);
    }

    [Theory]
    [InlineData("free.count=1..", false, "free.count=1..: free.count is not known for certain: references were lost")]
    [InlineData("free.count=1..", true, "free.count=1..: free.count is not known for certain: references were lost")]
    [InlineData("count=1..", true, "count=1..: the rows are not known for certain: references were lost")]
    [InlineData("count=1..", false, null)]
    [InlineData("total.count=1..", true, null)]
    public void A_limit_on_a_figure_that_is_not_certain_is_neither_kept_nor_broken(string limit, bool rows, string? expected)
    {
        LimitVerdict verdict = Check(limit).Judge(SampleResult.Rows, SampleResult.Totals, new Uncertainty(["free"], rows, "references were lost"));

        Assert.Equal(expected, verdict.NotJudged.SingleOrDefault());
        Assert.Equal(expected is null ? 1 : 0, verdict.Broken.Count);
    }

    // Of the rows of SampleResult, those of one type are not certain.
    [Theory]
    [InlineData("type=KEY", true, false)]
    [InlineData("type=*", false, true)]
    [InlineData("type=KEY,count=99999999..", true, false)]
    [InlineData("count=99999999..", true, false)]
    [InlineData("type=NoSuchType", false, false)]
    [InlineData("total.count=99999999..", false, false)]
    public void A_limit_that_may_mean_a_row_that_is_not_certain_is_judged_by_the_others_only(string limit, bool isOpen, bool isBroken)
    {
        string key = SampleResult.Rows.Rows[0][SampleResult.Rows.IndexOf("type")].Text;

        LimitVerdict verdict = Check(limit.Replace("KEY", key, StringComparison.Ordinal)).Judge(
            SampleResult.Rows, SampleResult.Totals, new Uncertainty([], false, "references were lost") { RowColumn = "type", RowKeys = [key] });

        Assert.Equal((isOpen, isBroken), (verdict.NotJudged.Count > 0, verdict.Broken.Count > 0));
        if (isOpen)
            Assert.EndsWith($": '{key}' is not known for certain: references were lost", verdict.NotJudged[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Wrong_conditions_are_refused_before_any_row_exists()
    {
        string[] wrong =
        [
            "", "count", "=5", "a b=5", "sise_bytes=1MiB..", "unheard=1", "count=", "count=..", "count=5..1", "count=1MiB..", "size_bytes=10ms..",
            "count=a..b", "count=1...5",
            "count=1,2", "pinned=maybe", "total.size_bytes=1..", "a.b.c=1", ".count=1", "type=a,x=1",
        ];
        string[] wrongLimits = ["sum.size_bytes=1..", "total.sise_bytes=1..", "total.count=x"];
        IEnumerable<string> refusals = wrong.Select(condition => Refusal(condition, () => Filter(condition)));
        string text = string.Join("\n", refusals.Concat(wrongLimits.Select(limit => Refusal(limit, () => Check(limit)))));

        Snapshot.Match(text, "conditions-refused.txt");
    }

    [Fact]
    public void A_verb_without_totals_says_so() =>
        Assert.Equal(
            "this verb has no totals; name a column of its rows",
            Assert.Throws<FathomException>(() =>
                new LimitCheck([Condition.Parse("--fail-if", "total.count=1")], new ResultShape(SampleResult.Shape.Columns))).NextStep);

    [Fact]
    public void Whatever_is_written_the_parser_answers_or_refuses()
    {
        Gen<string> piece = Gen.Elements(
            "type", "count", "size_bytes", "=", ",", "..", ".", "total", "1", "99999999999999999999999999999999", "MiB", "ms", "*", "!", "<", ">",
            "[", " ", "-", "\0", "é", "pinned", "true");
        Gen<string> text = Gen.Sized(size => piece.ListOf(size / 4)).Select(string.Concat);
        Prop.ForAll(Arb.From(text), condition =>
        {
            Answers(() => Filter(condition));
            Answers(() => Check(condition).Judge(SampleResult.Rows, SampleResult.Totals));
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(2_000));
    }

    private static string Filter(params string[] conditions)
    {
        RowFilter filter = new(conditions.Select(text => Condition.Parse("--where", text)), SampleResult.Shape);
        return string.Join(',', filter.Apply(SampleResult.Rows).Rows.Select(row => row[0].Text));
    }

    private static LimitCheck Check(params string[] limits) => new(limits.Select(text => Condition.Parse("--fail-if", text)), SampleResult.Shape);

    private static string Refusal(string condition, Action act)
    {
        FathomException error = Assert.Throws<FathomException>(act);
        Assert.Equal(ExitCode.Usage, error.ExitCode);
        return $"{condition}\n  {error.Message}\n  {error.NextStep}\n";
    }

    private static void Answers(Action act)
    {
        try
        {
            act();
        }
        catch (FathomException error)
        {
            Assert.Equal(ExitCode.Usage, error.ExitCode);
        }
    }
}
