using System.Text;
using Fathom.Serializers.Kit.Hostile;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Kit.Streaming;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Versions of a type, hostile bytes and input in pieces, asked of serializers whose faults are known.</summary>
public sealed class CheckLaneTests
{
    [Theory]
    [InlineData("add: v1 to v2", "ok")]
    [InlineData("add: v2 to v1", "ok")]
    [InlineData("remove: v1 to v2", "ok")]
    [InlineData("rename: v1 to v2", "lost")]
    [InlineData("reorder: v2 to v1", "ok")]
    [InlineData("widen: v2 to v1", "ok")]
    [InlineData("widen-overflow: v2 to v1", "error")]
    [InlineData("nullable: v1 to v2", "ok")]
    [InlineData("nullable-null: v2 to v1", "error")]
    [InlineData("enum-add: v2 to v1", "ok")]
    [InlineData("enum-insert: v1 to v2", "silent corruption")]
    [InlineData("move-to-base: v1 to v2", "ok")]
    public void JsonByNamesMeetsEachChangeAsItMust(string change, string outcome)
    {
        Message answer = Evolve(new SeededAdapter(SeededFault.None), change);
        Assert.Equal((outcome, outcome == "ok"), (answer.Text("outcome"), answer.Text("detail")!.Length == 0));
    }

    [Theory]
    [InlineData("rename: v1 to v2", "ok")]
    [InlineData("reorder: v1 to v2", "ok")]
    [InlineData("renumber: v1 to v2", "silent corruption")]
    [InlineData("remove: v1 to v2", "error")]
    public void FieldsByNumberMeetEachChangeAsTheyMust(string change, string outcome) =>
        Assert.Equal(outcome, Evolve(new PositionalAdapter(), change).Text("outcome"));

    [Fact]
    public void WhatFailsWithoutAChangeIsNotBlamedOnTheChange()
    {
        Message answer = Evolve(new SeededAdapter(SeededFault.LosesMember), "add: v1 to v2");
        Assert.Equal(("refused", "without any change: Name: \"a\" came back as null"), (answer.Text("outcome"), answer.Text("detail")));
    }

    [Fact]
    public void HostileBytesNeedACheckedCase()
    {
        List<Message> answers = SeededSession.Ask(new SeededAdapter(SeededFault.None), "case name=bookshelf n=3", "hostile name=truncation");
        Assert.Equal(("failed", "protocol"), (answers[^1].Verb, answers[^1].Text("kind")));
    }

    [Fact]
    public void JsonThatIsCutIsRefusedEachTime()
    {
        Message answer = Attack("truncation");
        Assert.Equal("clean error", answer.Text("outcome"));
        Assert.Equal((16L, 16L, 0L), (answer.Number("attempts"), answer.Number("errors"), answer.Number("accepted")));
        Assert.True(answer.Number("peak_bytes") > 0);
        Assert.True(answer.Number("resident_bytes") >= 0);
        Assert.True(answer.Number("resident_input_bytes") > 0);
    }

    [Fact]
    public void TheSameSeedMakesTheSameBytes()
    {
        string[] first = Attempts(1), again = Attempts(1), other = Attempts(2);
        Assert.Equal(first, again);
        Assert.NotEqual(first, other);

        static string[] Attempts(int seed) => [.. SeededSession
            .Ask(new SeededAdapter(SeededFault.None), "case name=bookshelf n=3", "check", $"hostile name=bit-flips attempts=10 seed={seed}")
            .Where(static one => one.Verb == "attempt").Select(static one => one.Required("what"))];
    }

    [Fact]
    public void ADoubledMemberIsAcceptedWithItsLastValue()
    {
        Message answer = Attack("doubled-members");
        Assert.Equal("accepted", answer.Text("outcome"));
        Assert.Contains("the role 'admin'", answer.Text("detail"), StringComparison.Ordinal);
    }

    [Fact]
    public void NestingIsRefusedAtTheLimit()
    {
        Message answer = Attack("deep-nesting");
        Assert.Equal(("clean error", 4L), (answer.Text("outcome"), answer.Number("attempts")));
    }

    [Fact]
    public void JsonWithoutTypeNamesMakesNothingThatOnlyTheDataNames() => Assert.Equal(0, Attack("type-injection").Number("instantiated"));

    [Fact]
    public void AReaderThatMakesWhatTheDataNamesIsFound()
    {
        List<Message> answers = SeededSession.Ask(new NamedTypesAdapter(), "hostile name=type-injection");
        Message answer = Assert.Single(answers, static one => one.Verb == "hostile");
        Assert.Equal("unsafe", answer.Text("outcome"));
        Assert.Contains("ran code of a class that only the data named (an object of another class as the whole input)", answer.Text("detail"), StringComparison.Ordinal);
    }

    [Fact]
    public void MemoryThatRunsOutIsTheWorst()
    {
        AttackTally tally = new();
        tally.Try(new HostileInput("fine", [1], static _ => "read"));
        tally.Try(new HostileInput("refused", [1], static _ => throw new FormatException("no")));
        tally.Try(new HostileInput("greedy", [1, 2], static _ => throw new InsufficientMemoryException()));
        Assert.Equal("out of memory", tally.Outcome);
        Assert.Equal("1 out of memory (greedy); 1 accepted (fine: read); 1 refused (FormatException 1)", tally.Detail);
    }

    [Theory]
    [InlineData("{\"N\":null}", "{\"N\":{\"N\":null}}", "{\"N\":{\"N\":{\"N\":null}}}", "{\"N\":{\"N\":{\"N\":{\"N\":null}}}}", 6, "{\"N\":{\"N\":{\"N\":{\"N\":{\"N\":{\"N\":null}}}}}}")]
    [InlineData("<a/>", "<a><b/></a>", "<a><b><b/></b></a>", "<a><b><b><b/></b></b></a>", 5, "<a><b><b><b><b/></b></b></b></a>")]
    [InlineData("ab", "aab", "aaab", "aaaab", 6, "aaaaaab")]
    public void NestingIsRepeatedFromSamples(string one, string two, string three, string four, int depth, string expected)
    {
        Assert.True(NestedBytes.TryRepeat([.. new[] { one, two, three, four }.Select(Encoding.UTF8.GetBytes)], depth, out byte[]? nested));
        Assert.Equal(expected, Encoding.UTF8.GetString(nested));
    }

    [Fact]
    public void LengthsBeforeContentsAreNoRepetition() => Assert.False(NestedBytes.TryRepeat([[1, 9], [2, 1, 9], [3, 2, 1, 9], [4, 3, 2, 1, 9]], 9, out _));

    [Fact]
    public void PiecesHaveNoLengthAndNoWayBack()
    {
        int asked = 0;
        using ChunkedStream stream = new(new MemoryStream(new byte[100]), 100, 30, () => asked++);
        Assert.False(stream.CanSeek);
        Assert.Throws<NotSupportedException>(() => stream.Length);
        byte[] buffer = new byte[80];
        Assert.Equal((30, 0), (stream.Read(buffer), asked));
        Assert.Equal((30, 0), (stream.Read(buffer), asked));
        Assert.Equal((30, 0), (stream.Read(buffer), asked));
        Assert.Equal((10, 1), (stream.Read(buffer), asked));
        Assert.Equal((0, 1), (stream.Read(buffer), asked));
    }

    private static Message Evolve(Fathom.Serializers.Kit.Adapters.SerializerAdapter adapter, string change) =>
        Assert.Single(SeededSession.AskLines(adapter, new Message("evolve").With("name", change)), static one => one.Verb == "evolve");

    private static Message Attack(string name) => Assert.Single(
        SeededSession.Ask(new SeededAdapter(SeededFault.None), "case name=bookshelf n=3", "check", $"hostile name={name} attempts=16"),
        static one => one.Verb == "hostile");
}
