using Fathom.Model.Heap;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Segments;
using Fathom.Sources.Heap.Strings;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Reading;

/// <summary>Two questions in one stop have the answers that each has alone.</summary>
public sealed class QuestionPairTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Both_questions_are_answered_as_each_one_alone()
    {
        using SampleProcess sample = SampleProcess.Start("Insides");
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            static target =>
            {
                CollectingSink live = new(), liveAndStrings = new();
                Answer(target, Graph(), live);
                Answer(target, new QuestionPair(Graph(), new StringQuestion(new StringOptions(), 1)), liveAndStrings);

                Assert.NotEmpty(live.Rows<HeapLiveRow>());
                Assert.Equal(Live(live), Live(liveAndStrings));
                CollectingSink alone = new();
                Answer(target, new SegmentQuestion(1), alone);
                Answer(target, new StringQuestion(new StringOptions(), 1), alone);
                CollectingSink both = new();
                Answer(target, new QuestionPair(new SegmentQuestion(1), new StringQuestion(new StringOptions(), 1)), both);

                Assert.True(both.Rows<HeapStringRow>().Count > 500);
                Assert.Equal(Strings(alone), Strings(both));
                Assert.Equal(
                    alone.Rows<HeapSegmentUseRow>().Select(static row => row with { Generation = default }),
                    both.Rows<HeapSegmentUseRow>().Select(static row => row with { Generation = default }));
                return true;
            },
            TimeSpan.FromSeconds(60),
            TestContext.Current.CancellationToken);
    }

    private static GraphQuestion Graph() => new([new LiveAnalysis()], new HeapExtractorOptions());

    private static IEnumerable<HeapLiveRow> Live(CollectingSink sink) => sink.Rows<HeapLiveRow>().Select(static row => row with { Generation = default });

    private static IEnumerable<(ulong?, int, long, string?)> Strings(CollectingSink sink) =>
        sink.Rows<HeapStringRow>().OrderBy(static row => row.Hash).ThenBy(static row => row.Length).Select(row => (row.Hash, row.Length, row.Count, sink.Text(row.Text)));

    private static void Answer(LiveTarget target, HeapQuestion question, CollectingSink sink)
    {
        TypeCatalog catalog = new(target.Memory);
        HeapRehearsal.Run(target, catalog, question);
        HeapReading? reading = HeapReading.Read(target.Runtime, target.Memory, catalog, mayComeBack: false, target.Due, question);
        Assert.NotNull(reading);
        question.Write(reading, sink, new SilentProgress(), target.Due);
    }
}
