using System.Buffers;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Protocol;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Every lane that a library has is checked before any of them is timed, and each is timed by its own entry point.</summary>
public sealed class LanesTests
{
    private const string Case = "case name=bookshelf n=3 payload=4";

    [Theory]
    [InlineData("", "ok", "")]
    [InlineData("text", "lost", "(text) Books: 3 elements came back as 0")]
    [InlineData("pieces", "lost", "(buffer, in pieces) Books: 3 elements came back as 0")]
    public void A_lane_that_is_wrong_is_named_and_nothing_is_timed(string wrong, string outcome, string difference)
    {
        List<Message> answers = SeededSession.Ask(new LanesAdapter(wrong), Case, "check", "measure op=deserialize lane=stream samples=1 iterations=1");

        Message check = Assert.Single(answers, static one => one.Verb == "check");
        Assert.Equal((outcome, difference), (check.Text("outcome"), check.Text("difference") ?? ""));
        Assert.Equal(wrong.Length == 0 ? 1 : 0, answers.Count(static one => one.Verb == "sample"));
    }

    [Theory]
    [InlineData("stream")]
    [InlineData("byte[]")]
    [InlineData("buffer")]
    [InlineData("text")]
    public void Each_lane_is_timed(string lane)
    {
        List<Message> answers = SeededSession.Ask(
            new LanesAdapter(), Case, "check", $"measure op=serialize lane={lane} samples=1 iterations=2", $"measure op=deserialize lane={lane} samples=1 iterations=2 threads=2");

        Assert.Equal(["2", "4"], answers.Where(static one => one.Verb == "sample").Select(static one => one.Text("iterations")));
        Assert.Equal("stream,byte[],buffer,text", answers.First(static one => one.Verb == "case").Text("lanes"));
    }

    [Fact]
    public void A_lane_that_the_library_does_not_have_is_refused()
    {
        List<Message> answers = SeededSession.Ask(new BufferingAdapter(), Case, "check", "measure op=serialize lane=text samples=1 iterations=1");

        Assert.Equal(("refused", "the library has no entry point for text"), (answers[^1].Text("kind"), answers[^1].Text("message")));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(1000)]
    public void Pieces_are_the_bytes_in_their_order(int length)
    {
        byte[] data = [.. Enumerable.Range(0, length).Select(static at => (byte)at)];

        ReadOnlySequence<byte> pieces = SequencePieces.Of(data);

        Assert.Equal(data, pieces.ToArray());
        Assert.Equal(length < 2, pieces.IsSingleSegment);
    }

    [Fact]
    public void Every_lane_has_a_name_and_every_name_a_lane()
    {
        Assert.Equal(Enum.GetValues<Lanes>().Where(static lane => lane != Lanes.None), LaneNames.All.Select(static one => one.Lane).OrderBy(static lane => (int)lane));
        Assert.All(LaneNames.All, static one => Assert.Equal(one.Lane, LaneNames.Parse(one.Name)));
    }
}
