using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Two recordings compared: what is found, what is not, and what nothing can be said of.</summary>
public sealed class RecordingChangesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(1, 2)]
    [InlineData(3, 4)]
    [InlineData(5, 6)]
    public void Of_the_same_measured_twice_nothing_is_slower_or_faster(ulong old, ulong now)
    {
        TableRow[] rows = Diff(new(_folder), new(_folder), old, now);

        Assert.Equal(12, rows.Length);
        Assert.All(rows, static row => Assert.Equal(("no difference seen", 0.0), (row.Text("verdict"), row.Real("slower_percent"))));
        Assert.All(rows, static row => Assert.InRange(1, row.Real("ratio_low"), row.Real("ratio_high")));
        Assert.All(rows, static row => Assert.Equal((0, 0), (row.Number("delta_size_bytes"), row.Number("delta_allocated_bytes"))));
    }

    [Theory]
    [InlineData(1.1, "slower")]
    [InlineData(0.9, "faster")]
    public void A_tenth_is_found_and_the_others_are_not_blamed(double factor, string verdict)
    {
        TableRow[] rows = Diff(new(_folder), new(_folder) { Factor = name => name == "Bond" ? factor : 1 }, 1, 2);

        Assert.All(rows, row => Assert.Equal(row.Text("serializer") == "Bond" ? verdict : "no difference seen", row.Text("verdict")));
        Assert.All(rows[..2], row => Assert.Equal(factor, row.Real("ratio"), 0.03));
        Assert.All(rows[..2], row => Assert.Equal(factor > 1, row.Real("slower_percent") > 0));
    }

    // The clock of the machine is slower: code by hand tells it. What became slower by much more than that is still slower.
    [Fact]
    public void What_a_floor_did_as_well_may_be_the_machine()
    {
        TableRow[] rows = Diff(new(_folder), new(_folder) { Factor = static name => name == "Bond" ? 1.6 : 1.15 }, 1, 2);

        Assert.All(rows.Where(static row => row.Text("serializer") == "Bond"), static row => Assert.Equal("slower", row.Text("verdict")));
        TableRow[] others = [.. rows.Where(static row => row.Text("serializer") is not ("Bond" or "(hand-written)"))];
        Assert.Equal(8, others.Length);
        Assert.All(others, static row =>
        {
            Assert.Equal("inconclusive", row.Text("verdict"));
            Assert.StartsWith("(hand-written), the same code in both, takes 1.1", row.Text("reason"), StringComparison.Ordinal);
            Assert.False(row.HasReal("slower_percent"));
        });
    }

    [Theory]
    [InlineData("laptop", "10.0.0", 5, "seed=42", "other machine: box and laptop")]
    [InlineData("box", "9.0.1", 5, "seed=42", "other runtime: .NET 10.0.0 and 9.0.1")]
    [InlineData("box", "10.0.0", 2, "seed=42", "too few processes: 5 and 2; a verdict takes 3 each")]
    [InlineData("box", "10.0.0", 5, "seed=43", "other data")]
    public void What_was_measured_otherwise_is_inconclusive_with_the_reason(string machine, string runtime, int launches, string dials, string reason)
    {
        BaselineRecordings now = new(_folder) { Machine = machine, Runtimes = [runtime], Launches = launches, Dials = dials, Factor = static _ => 3, More = static _ => 8 };

        TableRow[] rows = Diff(new(_folder), now, 1, 2);

        Assert.Equal(12, rows.Length);
        Assert.All(rows, row => Assert.Equal(("inconclusive", reason), (row.Text("verdict"), row.Text("reason"))));
        Assert.All(rows, static row => Assert.False(row.HasReal("slower_percent")));
        // What is written and allocated is the same on every machine; of other data it says nothing.
        (long?, long?) exact = dials == "seed=42" ? (8, 512) : (null, null);
        Assert.All(rows, row => Assert.Equal(exact, (row.Number("delta_size_bytes"), row.Number("delta_allocated_bytes"))));
    }

    [Fact]
    public void Two_machines_that_are_one_are_compared()
    {
        using RecordingReader old = new BaselineRecordings(_folder).Create("old", 1),
            now = new BaselineRecordings(_folder) { Machine = "other", Factor = static name => name == "Bond" ? 1.1 : 1 }.Create("new", 2);
        using QuerySession session = QuerySession.Open(old, now);

        TableRow[] rows = [.. TableRow.All(new SerializerReport(session, TestContext.Current.CancellationToken).Diff(0, 1, isSameMachine: true))];

        Assert.Equal(2, rows.Count(static row => row.Text("verdict") == "slower"));
    }

    [Fact]
    public void What_is_in_one_recording_only_or_failed_in_one_has_a_word_of_its_own()
    {
        BaselineRecordings old = new(_folder) { Outcome = static name => name is "Avro" or "Ceras" ? "lost" : "ok", Has = static name => name != "Datum" };
        BaselineRecordings now = new(_folder) { Outcome = static name => name is "Bond" or "Ceras" ? "lost" : "ok", Has = static name => name != "Edifact" };

        Dictionary<string, (string?, string?)> said = Diff(old, now, 1, 2).Where(static row => row.Text("operation") is not "serialize")
            .ToDictionary(static row => row.Text("serializer")!, static row => (row.Text("verdict"), row.Text("reason")));

        Assert.Equal(("failed", "lost: Books[0]: nothing was returned"), said["Bond"]);
        Assert.Equal(("mended", "lost: Books[0]: nothing was returned"), said["Avro"]);
        Assert.Equal(("inconclusive", "in both: lost: Books[0]: nothing was returned"), said["Ceras"]);
        Assert.Equal(("new", null), said["Datum"]);
        Assert.Equal(("vanished", null), said["Edifact"]);
    }

    // Each is compared with itself on the runtime of the same major version, whatever the order.
    [Fact]
    public void Of_several_runtimes_each_is_compared_with_its_own()
    {
        TableRow[] rows = Diff(new(_folder) { Runtimes = ["8.0.1", "10.0.0"] }, new(_folder) { Runtimes = ["10.0.0", "8.0.1"] }, 1, 2);

        Assert.Equal(24, rows.Length);
        Assert.All(rows, static row => Assert.Equal(row.Text("old_runtime"), row.Text("new_runtime")));
    }

    private static TableRow[] Diff(BaselineRecordings before, BaselineRecordings after, ulong seed, ulong other)
    {
        using RecordingReader old = before.Create("old", seed), now = after.Create("new", other);
        using QuerySession session = QuerySession.Open(old, now);
        return [.. TableRow.All(new SerializerReport(session, TestContext.Current.CancellationToken).Diff(0, 1))];
    }
}
