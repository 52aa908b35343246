using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Features.Types;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Protocol;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>A serializer with a seeded fault is caught before anything of it is timed.</summary>
public sealed class SeededSerializerTests
{
    [Theory]
    [InlineData(SeededFault.LosesMember, "lost", "Books[0].BookData: 4 elements came back as 0")]
    [InlineData(SeededFault.IsLazy, "changed", "root: a BookShelf came back as a LazyShelf")]
    [InlineData(SeededFault.KeepsWhatItWasGiven, "changed", "root: an object came back as the same object, not one that was read")]
    [InlineData(SeededFault.KeepsWhatItRead, "changed", "(second time) root: an object came back as the same object, not one that was read")]
    [InlineData(SeededFault.ReadsNothing, "lost", "Books: 3 elements came back as 0")]
    public void AFaultIsCaughtByTheCheckOfACase(SeededFault fault, string outcome, string difference)
    {
        List<Message> answers = SeededSession.Ask(new SeededAdapter(fault), "case name=bookshelf n=3 payload=4", "check", "measure op=serialize lane=stream samples=1 iterations=1");
        Message check = Assert.Single(answers, static one => one.Verb == "check");
        Assert.Equal((outcome, difference), (check.Text("outcome"), check.Text("difference")));
        // What is wrong is not timed.
        Assert.Equal(("failed", "protocol"), (answers[^1].Verb, answers[^1].Text("kind")));
        Assert.DoesNotContain(answers, static one => one.Verb == "sample");
    }

    [Fact]
    public void WithoutAFaultItIsTimed()
    {
        List<Message> answers = SeededSession.Ask(new SeededAdapter(SeededFault.None), "case name=bookshelf n=3", "check", "measure op=deserialize lane=stream samples=2 iterations=1");
        Assert.Equal("ok", Assert.Single(answers, static one => one.Verb == "check").Text("outcome"));
        Assert.Equal(2, answers.Count(static one => one.Verb == "sample"));
    }

    [Fact]
    public void AReaderThatGoesWrongAfterTheCheckHasNoTime()
    {
        List<Message> answers = SeededSession.Ask(
            new SeededAdapter(SeededFault.LosesPayloadLater), "case name=bookshelf n=3 payload=4", "check", "measure op=deserialize lane=stream samples=1 iterations=5", "check");
        Assert.Equal(["ok", "lost"], answers.Where(static one => one.Verb == "check").Select(static one => one.Text("outcome")));
        Assert.Contains(answers, static one => one.Verb == "failed");
        Assert.DoesNotContain(answers, static one => one.Verb == "sample");
    }

    [Fact]
    public void NothingIsTimedBeforeItIsChecked()
    {
        List<Message> answers = SeededSession.Ask(new SeededAdapter(SeededFault.None), "case name=bookshelf n=3", "measure op=serialize lane=stream samples=1 iterations=1");
        Assert.Equal("failed", answers[^1].Verb);
        Assert.Contains("request 'check' first", answers[^1].Text("message"), StringComparison.Ordinal);
    }

    [Fact]
    public void AFloorMayGiveBackWhatItWasGiven()
    {
        List<Message> answers = SeededSession.Ask(new SeededAdapter(SeededFault.KeepsWhatItWasGiven, SerializerRole.Floor), "case name=bookshelf n=3", "check");
        Assert.Equal("ok", Assert.Single(answers, static one => one.Verb == "check").Text("outcome"));
    }

    [Theory]
    [InlineData(SeededFault.None, "date-utc", "ok", "")]
    [InlineData(SeededFault.ChangesDateKind, "date-utc", "changed", "Value: 2026-07-08T09:10:11.1234567Z (Utc) came back as 2026-07-08T09:10:11.1234567 (Unspecified)")]
    [InlineData(SeededFault.ChangesDateKind, "date-unspecified", "ok", "")]
    [InlineData(SeededFault.SharesWrongly, "shared-reference", "changed", "Value[1]: an object of its own came back as an object that another place shares")]
    [InlineData(SeededFault.None, "shared-reference", "changed", "Value[2]: an object that another place shares came back as an object of its own")]
    [InlineData(SeededFault.None, "polymorphism", "lost", "Value: a Dog came back as an Animal")]
    [InlineData(SeededFault.LosesMember, "struct", "lost", "Value.Y: 2 came back as 0")]
    [InlineData(SeededFault.KeepsWhatItWasGiven, "nan", "changed", "root: an object came back as the same object, not one that was read")]
    public void AFaultIsCaughtByItsFeature(SeededFault fault, string feature, string outcome, string detail)
    {
        List<Message> answers = SeededSession.Ask(new SeededAdapter(fault), $"feature name={feature}");
        Assert.Equal((outcome, detail), (answers[0].Text("outcome"), answers[0].Text("detail")));
        Assert.Equal("done", answers[1].Verb);
    }

    [Fact]
    public void ARefusalNamesTheException()
    {
        List<Message> answers = SeededSession.Ask(new SeededAdapter(SeededFault.None), "feature name=two-dimensions", "feature name=none-such");
        Assert.Equal("refused", answers[0].Text("outcome"));
        Assert.StartsWith("writing: NotSupportedException: ", answers[0].Text("detail"), StringComparison.Ordinal);
        Assert.Equal(("failed", "protocol"), (answers[^1].Verb, answers[^1].Text("kind")));
    }

    [Fact]
    public void AResultThatLooksIntoItsInputIsCaught()
    {
        BytesCase bytes = new();
        BoundCase<BytesValue> bound = new(bytes, bytes.Generate(new CaseData(new CaseDials())), new RawBytesAdapter().Create<BytesValue>());
        Difference? difference = bound.Check(identity: false, fresh: true);
        Assert.StartsWith("(byte[]) Value[0]: ", difference?.ToString(), StringComparison.Ordinal);
        Assert.EndsWith(" came back as 165", difference?.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void EveryFeatureHasAnAnswer()
    {
        List<Message> features = SeededSession.Ask(new SeededAdapter(SeededFault.None), "feature");
        List<string> names = [.. features.Where(static one => one.Verb == "feature").Select(static one => one.Required("name"))];
        Assert.Equal(names.Count, names.Distinct().Count());
        List<string> quick = [.. features.Where(static one => one.Verb == "feature" && one.Number("risky") == 0 && one.Text("group") != "sizes").Select(static one => one.Required("name"))];
        List<Message> answers = SeededSession.Ask(new SeededAdapter(SeededFault.None), [.. quick.Select(static one => $"feature name={one}")]);
        Assert.Equal(quick, answers.Where(static one => one.Verb == "feature").Select(static one => one.Required("name")));
        Assert.All(answers, static one => Assert.Contains(one.Verb, (string[])["feature", "done"]));
    }
}
