using Fathom.Model.Results;
using Fathom.Render.Recordings;
using Xunit;

namespace Fathom.Tests.Render;

/// <summary>Of two hundred facts a reader wants a dozen.</summary>
public sealed class RecordingBriefTests
{
    [Fact]
    public void It_says_what_when_how_long_who_and_which_verbs_answer() => Assert.Equal(
        [
            "name=slow", "what=fathom record Slow", "when=2026-11-28T10:00:00Z", "length=4.041 s", "who=Slow (pid 1); A (pid 2); B (pid 3); and 1 more",
            "machine=shop, Debian, X64, 2 processors",
            "complete=yes", "lost=none", "verbs=cpu, waits", "no data for=gc", "size=1.0 MiB", "warning=the disk was full",
        ],
        Brief(
            ("name", "slow"), ("complete", "yes"), ("created_utc", "2026-11-28T10:00:00Z"), ("command", "fathom record Slow"), ("machine", "shop"), ("operating_system", "Debian"),
            ("kernel", "6.18"), ("architecture", "X64"), ("processors", "2"), ("target", "Slow (pid 1)"), ("target", "A (pid 2)"), ("target", "B (pid 3)"), ("target", "C (pid 4)"),
            ("trace 1 duration_ns", "1000"), ("trace 2 duration_ns", "4041000000"), ("verb cpu", "yes: 140 samples"), ("verb waits", "yes: 3 waits"), ("verb gc", "no: no events"),
            ("size_bytes", "1048576"), ("loss", "none"), ("warning", "the disk was full")));

    [Fact]
    public void What_is_not_known_has_no_row() => Assert.Equal(["name=/tmp/perf.data", "verbs=none"], Brief(("path", "/tmp/perf.data")));

    [Fact]
    public void Many_losses_are_counted() =>
        Assert.Equal(
            ["lost=a: 1", "lost=b: 2", "lost=2 more, which --all lists", "verbs=none"],
            Brief(("loss", "a: 1"), ("loss", "b: 2"), ("loss", "c: 3"), ("loss", "d: 4")));

    private static string[] Brief(params (string Fact, string Value)[] facts)
    {
        ResultTable table = new(
            [new("fact", CellKind.Text), new("value", CellKind.Text, ColumnUnit.Sentence)],
            [.. facts.Select(static fact => new[] { Cell.Of(fact.Fact), Cell.Of(fact.Value) })]);
        return [.. RecordingBrief.Of(table).Rows.Select(static row => $"{row[0].Text}={row[1].Text}")];
    }
}
