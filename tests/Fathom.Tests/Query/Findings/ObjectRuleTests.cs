using Fathom.Model.Findings;
using Fathom.Model.Inspection;
using Fathom.Model.Threads;
using Fathom.Query.Findings;
using Fathom.Query.Stacks;
using Xunit;

namespace Fathom.Tests.Query.Findings;

/// <summary>Where the rules about objects begin and end. What they find on real processes is in LiveInspectionTests.</summary>
public sealed class ObjectRuleTests
{
    private const long MiB = 1024 * 1024;

    [Theory]
    [InlineData(10 * MiB, 1000 * MiB, true)]
    [InlineData((10 * MiB) - 1, 1000 * MiB, false)]
    [InlineData(MiB, 10 * MiB, true)]
    [InlineData(MiB, 11 * MiB, false)]
    [InlineData(MiB - 1, 2 * MiB, false)]
    public void Waste_counts_from_ten_MiB_or_in_a_small_heap_from_a_tenth_of_it(long waste, long heap, bool expected)
    {
        ObjectLook look = new() { Facts = Facts() with { ObjectBytes = heap, StringWastedBytes = waste }, Arrays = [new("T[]", 1, 1, waste)], Collections = [new("L", 1, 0, 0, 1, waste)] };

        Assert.Equal(expected, new SparseArraysRule().Find(look).Any());
        Assert.Equal(expected, new DuplicateStringsRule().Find(look).Any());
        Assert.Equal(expected, new SparseCollectionsRule().Find(look).Any());
    }

    [Fact]
    public void Evidence_is_one_line_whatever_the_texts_hold()
    {
        ObjectLook look = new()
        {
            Facts = Facts() with { ObjectBytes = 100 * MiB, StringWastedBytes = 50 * MiB },
            Duplicates = [new("a\r\n\tb", 5, 7, 50 * MiB)],
        };

        Assert.Contains(@"'a\r\n\tb' 7 times", Assert.Single(new DuplicateStringsRule().Find(look)).Evidence, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(10_000, 20_000, true)]
    [InlineData(10_000, 20_001, false)]
    [InlineData(9_999, 9_999, false)]
    public void Empty_collections_count_when_they_are_many_and_half_of_all(long empty, long all, bool expected) =>
        Assert.Equal(expected, new EmptyCollectionsRule().Find(new ObjectLook { Facts = Facts(), Collections = [new("L", all, empty, 1, 0, 0)] }).Any());

    [Theory]
    [InlineData(20 * MiB, 100 * MiB, true)]
    [InlineData(20 * MiB, 101 * MiB, false)]
    [InlineData(9 * MiB, 10 * MiB, false)]
    public void Pinned_memory_counts_when_it_is_large_and_a_fifth_of_the_heap(long pinned, long heap, bool expected) =>
        Assert.Equal(expected, new PinnedHeapRule().Find(new ObjectLook { Facts = Facts() with { PinnedBytes = pinned, ObjectBytes = heap } }).Any());

    [Theory]
    [InlineData(PileKinds.Timer, 999, "")]
    [InlineData(PileKinds.Timer, 1_000, "timer-pile-up")]
    [InlineData(PileKinds.CancellationSource, 1_000, "cancellation-pile-up")]
    [InlineData(PileKinds.CancellationCallback, 999, "")]
    [InlineData(PileKinds.Task, 1_000, "task-pile-up")]
    [InlineData(PileKinds.Continuation, 1_000, "task-pile-up")]
    public void Things_pile_up_from_a_thousand_on(string kind, long count, string rule)
    {
        ObjectLook look = new() { Facts = Facts(), Piles = [new(kind, "name", 0, count)] };

        Assert.Equal(
            rule,
            string.Join(',', ((ObjectRule[])[new TimerPileUpRule(), new CancellationPileUpRule(), new TaskPileUpRule()]).SelectMany(one => one.Find(look)).Select(static finding => finding.Rule)));
    }

    // Live: the stack says whether it stands. In a core only a wait does.
    [Theory]
    [InlineData(5, 3L, true, true, Severity.Error)]
    [InlineData(5, 5L, true, false, Severity.Warning)]
    [InlineData(5, 3L, false, true, null)]
    [InlineData(0, 0L, true, true, null)]
    [InlineData(5, null, null, true, Severity.Warning)]
    [InlineData(5, null, null, false, null)]
    public void A_finalizer_is_stuck_when_objects_wait_and_it_stands(long ready, long? before, bool? stands, bool waits, Severity? expected) =>
        Assert.Equal(expected, new StuckFinalizerRule().Find(Finalizer(ready, before, stands, waits, "App.File.Finalize()")).Select(static finding => (Severity?)finding.Severity).SingleOrDefault());

    [Theory]
    [InlineData(
        399L,
        "it is slow, not stuck: 3 or more finalizers returned meanwhile, and it was in App.File.Finalize() at both ends; "
            + "399 objects waited for it at the beginning of the watch and 396 at its end")]
    [InlineData(396L, "it was in App.File.Finalize() at both ends of the watch; 396 objects waited for it at the beginning of the watch and 396 at its end")]
    [InlineData(null, "it was in App.File.Finalize() at both ends of the watch; 396 objects wait for it")]
    public void A_finalizer_that_returned_is_slow_and_not_stuck(long? before, string expected) =>
        Assert.Equal(expected, Assert.Single(new StuckFinalizerRule().Find(Finalizer(396, before, true, false, "App.File.Finalize()"))).Evidence);

    [Fact]
    public void Waste_stands_below_what_names_a_cause_however_bad_it_is()
    {
        (Finding, bool)[] found =
        [
            .. new Rule[] { new SparseArraysRule(), new TimerPileUpRule(), new EventTargetsRule() }.SelectMany(rule => rule.Find(new FindingLook(null, Wasteful(), null))
                .Select(finding => (finding, rule.IsWaste))),
            (new Finding("deadlock", Severity.Error, "", ""), false),
        ];

        Assert.Equal(["deadlock", "timer-pile-up", "event-targets", "sparse-arrays"], FindingReport.InOrder(found).Select(static finding => finding.Rule));
    }

    private static ObjectLook Wasteful() => new()
    {
        Facts = Facts() with { ObjectBytes = 100 * MiB },
        Arrays = [new("T[]", 1, 1, 50 * MiB)],
        Piles = [new(PileKinds.Timer, "name", 0, 5_000)],
        Delegates = [new(0x1000, "System.EventHandler", 500, "App.Page", 500, "App.Bus.Changed", true)],
    };

    [Fact]
    public void An_idle_finalizer_thread_is_not_stuck() => Assert.Empty(new StuckFinalizerRule().Find(Finalizer(5, 3, true, false)));

    [Fact]
    public void A_recording_without_a_look_at_objects_is_not_judged() =>
        Assert.All(
            Rules.All.Where(static rule => rule is not ThreadRule),
            static rule => Assert.StartsWith("the recording holds no ", rule.NotJudged(new FindingLook(null, null, null)), StringComparison.Ordinal));

    private static ObjectLook Finalizer(long ready, long? before, bool? stands, bool waits, params string[] frames) => new()
    {
        Facts = Facts() with { ReadyCount = ready, ReadyCountBefore = before, FinalizerStands = stands },
        Finalizer = new ThreadFacts(1, 100, null, ThreadKinds.Finalizer) { Frames = frames },
        FinalizerWait = waits ? new LockFacts(1, false, LockKinds.Handle, 0x10, null, false) : null,
    };

    private static InspectionFacts Facts() => new(100 * MiB, 0, 0, 0, null, null);
}
