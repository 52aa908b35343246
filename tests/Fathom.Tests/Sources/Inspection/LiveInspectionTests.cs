using Fathom.Model.Findings;
using Fathom.Model.Inspection;
using Fathom.Query.Findings;
using Fathom.Sources.Looks;
using Fathom.Sources.Threads.Stops;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>Looks at the sample HeapFindings, which knows exactly what is wrong with its heap.</summary>
public sealed class LiveInspectionTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public void Sparse_arrays_are_counted_with_their_waste_and_full_ones_are_not()
    {
        using InspectionLook look = InspectionLook.At("arrays");

        ArrayUse use = look.Objects.Arrays.Single(static use => use.Type == "HeapFindings.Item[]");
        Assert.Equal((look.Fact("arrays"), look.Fact("sparse_arrays"), look.Fact("array_waste")), (use.Count, use.SparseCount, use.WastedBytes));
        Assert.Equal(["sparse-arrays HeapFindings.Item[]"], Found(look));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Sparse_collections_are_counted_and_their_arrays_are_not_counted_again()
    {
        using InspectionLook look = InspectionLook.At("collections");

        CollectionUse lists = look.Objects.Collections.Single(static use => use.Type == "System.Collections.Generic.List<System.Int64>");
        Assert.Equal((look.Fact("lists"), look.Fact("list_waste")), (lists.SparseCount, lists.WastedBytes));
        CollectionUse tables = look.Objects.Collections.Single(static use => use.Type == "System.Collections.Generic.Dictionary<System.Int32, HeapFindings.Item>");
        Assert.Equal((look.Fact("tables"), look.Fact("table_waste")), (tables.SparseCount, tables.WastedBytes));
        Assert.Equal(
            [
                "sparse-collections System.Collections.Generic.Dictionary<System.Int32, HeapFindings.Item>",
                "sparse-collections System.Collections.Generic.List<System.Int64>",
            ],
            Found(look));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Duplicate_strings_are_counted_with_their_texts()
    {
        using InspectionLook look = InspectionLook.At("strings");

        // The runtime and the sample itself have a few more.
        Assert.InRange(look.Objects.Facts.StringWastedBytes, look.Fact("string_waste"), look.Fact("string_waste") + 100_000);
        DuplicateUse worst = look.Objects.Duplicates[0];
        Assert.Equal((106L, look.Fact("shared_count"), (look.Fact("shared_count") - 1) * 240), (worst.Length, worst.Count, worst.WastedBytes));
        Assert.StartsWith("shared   ", worst.Text, StringComparison.Ordinal);
        Assert.Equal(["duplicate-strings strings"], Found(look));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Strings_that_nobody_holds_any_more_waste_nothing_before_they_are_collected()
    {
        using InspectionLook look = InspectionLook.At("strings-dropped");

        Assert.True(look.Fact("dropped") > 1_000);
        Assert.InRange(look.Objects.Facts.StringWastedBytes, 0, 100_000);
        Assert.Empty(look.Losses);
        Assert.Empty(Found(look));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Empty_collections_are_counted()
    {
        using InspectionLook look = InspectionLook.At("empty");

        Assert.Equal(look.Fact("empty"), look.Objects.Collections.Single(static use => use.Type == "System.Collections.Generic.List<HeapFindings.Item>").EmptyCount);
        Assert.Equal(["empty-collections System.Collections.Generic.List<HeapFindings.Item>"], Found(look));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Every_type_is_judged_on_NET_11()
    {
        using InspectionLook look = InspectionLook.At(SampleProcess.Start("HeapFindings11", "clean"));

        Assert.Empty(look.Losses);
        Assert.Empty(Found(look));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("HeapFindings")]
    [InlineData("HeapFindings11")]
    public void Of_an_event_the_one_delegate_counts_that_its_field_holds_also_when_only_older_copies_have_survived_a_collection(string sample)
    {
        using InspectionLook look = InspectionLook.At(SampleProcess.Start(sample, "events-young"));

        Assert.Equal(
            [
                ("System.Action", look.Fact("subscribers"), "HeapFindings.Clock.Ticked", true),
                ("System.EventHandler", look.Fact("subscribers"), "HeapFindings.Publisher.Changed", false),
            ],
            look.Objects.Delegates.Select(static use => (use.Type, use.TargetCount, use.Owner, use.IsStatic)).Order());
        Assert.All(look.Objects.Delegates, static use => Assert.Equal(use.TargetCount, use.TargetTypeCount));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_publisher_that_nobody_holds_is_not_blamed_before_it_is_collected()
    {
        using InspectionLook look = InspectionLook.At("events-dropped");

        Assert.Empty(look.Objects.Delegates);
        Assert.Empty(look.Losses);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_look_that_must_end_before_it_has_begun_says_of_every_rule_that_it_is_not_known()
    {
        using InspectionLook look = InspectionLook.At(SampleProcess.Start("HeapFindings", "events"), TimeSpan.FromTicks(1));

        Assert.Contains(LookParts.Threads, look.Look.Unfinished.Keys);
        Assert.Contains(LookParts.Objects, look.Look.Unfinished.Keys);
        Assert.Contains(LookParts.Events, look.Look.Unfinished.Keys);
        Assert.All(look.Losses, static loss => Assert.Contains(LookParts.Unfinished, loss, StringComparison.Ordinal));
        Assert.True(Rules.All.All(rule => rule is UnloadedContextRule or RepeatedAssembliesRule || rule.Parts.Any(look.Look.Unfinished.ContainsKey)), string.Join("; ", look.Losses));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Events_have_their_subscribers_and_the_field_that_holds_them()
    {
        using InspectionLook look = InspectionLook.At("events");

        Assert.Equal(
            [
                ("System.EventHandler", look.Fact("subscribers"), "HeapFindings.Subscriber", look.Fact("subscribers"), "HeapFindings.Publisher.Changed", false),
                ("System.Action", look.Fact("static_subscribers"), "HeapFindings.Subscriber", look.Fact("static_subscribers"), "HeapFindings.Clock.Ticked", true),
            ],
            look.Objects.Delegates.Select(static use => (use.Type, use.TargetCount, use.TargetType!, use.TargetTypeCount, use.Owner!, use.IsStatic)));
        Assert.Equal([Severity.Warning, Severity.Info], FindAll(look).Select(static finding => finding.Severity));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Timers_that_are_set_are_counted_by_callback()
    {
        using InspectionLook look = InspectionLook.At("timers");

        Assert.Equal(look.Fact("timers"), look.Objects.Piles.Single(static pile => pile.Name == "HeapFindings.Piles.OnTimer").Count);
        Assert.Equal(["timer-pile-up HeapFindings.Piles.OnTimer"], Found(look));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Open_cancellation_sources_and_the_callbacks_of_one_are_counted()
    {
        using InspectionLook look = InspectionLook.At("cancellations");

        Assert.Equal(look.Fact("sources"), look.Objects.Piles.Single(static pile => pile.Kind == PileKinds.CancellationSource).Count);
        Assert.Equal(look.Fact("callbacks"), look.Objects.Piles.Single(static pile => pile.Kind == PileKinds.CancellationCallback).Count);
        Assert.Equal(2, FindAll(look).Count(static finding => finding.Rule == "cancellation-pile-up"));
        Assert.Equal(2, FindAll(look).Count);
    }

    [Fact]
    public void Tasks_that_have_not_completed_and_the_continuations_of_one_are_counted()
    {
        using InspectionLook look = InspectionLook.At("tasks");

        Assert.Equal(look.Fact("tasks"), look.Objects.Piles.Single(static pile => pile is { Kind: PileKinds.Task, Name: "System.Threading.Tasks.Task<System.Guid>" }).Count);
        PileUse continuations = look.Objects.Piles.Single(static pile => pile.Kind == PileKinds.Continuation);
        Assert.Equal(("System.Threading.Tasks.Task<System.Decimal>", look.Fact("continuations")), (continuations.Name, continuations.Count));
        Assert.Equal(["task-pile-up", "task-pile-up"], FindAll(look).Select(static finding => finding.Rule));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_load_context_that_was_unloaded_and_is_held_is_found()
    {
        using InspectionLook look = InspectionLook.At("context");

        Assert.Equal(["unloaded-context plugin-1"], Found(look));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Assemblies_that_the_program_makes_again_and_again_are_found_by_their_types()
    {
        using InspectionLook look = InspectionLook.At("assemblies");

        Assert.Equal(["repeated-assemblies (with HeapFindings.Made)", "repeated-assemblies Loaded"], Found(look).Order());
        Assert.All(FindAll(look), finding => Assert.StartsWith($"{look.Fact("assemblies")} assemblies of this name ", finding.Evidence, StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Objects_that_handles_pin_are_found_with_their_type()
    {
        using InspectionLook look = InspectionLook.At("pinned");

        Assert.InRange(look.Objects.Facts.PinnedBytes, look.Fact("pinned_bytes"), look.Fact("pinned_bytes") + 100_000);
        Assert.Contains($"{look.Fact("pinned")} handles to System.Byte[]", Assert.Single(FindAll(look)).Evidence, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Broken_hash_tables_are_found_with_the_place_that_is_wrong()
    {
        using InspectionLook look = InspectionLook.At("corrupted", "corrupted-set", "out-of-range");

        Assert.Equal(
            [
                ("System.Collections.Generic.Dictionary<System.Int32, System.String>", "cycle", look.Fact("entry"), look.Fact("elements")),
                ("System.Collections.Generic.Dictionary<System.Int64, System.Int64>", "out_of_range", look.Fact("entry"), look.Fact("elements")),
                ("System.Collections.Generic.HashSet<System.String>", "cycle", look.Fact("entry"), look.Fact("set_elements")),
            ],
            look.Objects.Broken.Select(static broken => (broken.Type, broken.Problem, broken.Entry, broken.EntryCount)).OrderBy(static row => row.Type, StringComparer.Ordinal));
        Assert.All(FindAll(look), static finding => Assert.Equal(("corrupted-dictionary", Severity.Error), (finding.Rule, finding.Severity)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_thread_inside_of_a_broken_table_is_told_and_a_sound_table_beside_has_none()
    {
        using InspectionLook look = InspectionLook.At("inside", "corrupted");

        BrokenCollection inside = look.Objects.Broken.Single(static broken => broken.Type.Contains("SlowKey", StringComparison.Ordinal));
        string thread = Assert.Single(inside.Inside);
        Assert.Contains(" 'looker' in ", thread, StringComparison.Ordinal);
        Assert.Contains(".FindValue(", thread, StringComparison.Ordinal);
        Assert.Empty(look.Objects.Broken.Single(static broken => broken.Type.Contains("Int32", StringComparison.Ordinal)).Inside);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_finalizer_that_blocks_is_a_warning_and_one_behind_which_the_queue_grows_an_error()
    {
        using InspectionLook stuck = InspectionLook.At("finalizer");
        using InspectionLook growing = InspectionLook.At(SampleProcess.Start("HeapFindings", "finalizer-grows"));

        Finding warning = Assert.Single(FindAll(stuck));
        Assert.Equal(("stuck-finalizer", Severity.Warning), (warning.Rule, warning.Severity));
        Assert.Contains("HeapFindings.Finalizers.Block()", warning.Evidence, StringComparison.Ordinal);
        Assert.Equal(stuck.Fact("ready"), stuck.Objects.Facts.ReadyCount);
        Assert.True(growing.Objects.Facts.FinalizerStands);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("HeapFindings", "clean")]
    [InlineData("HeapMix")]
    [InlineData("Idle")]
    public void A_program_with_nothing_wrong_gets_no_finding_and_every_rule_about_objects_is_applied(string sample, params string[] arguments)
    {
        using InspectionLook look = InspectionLook.At(SampleProcess.Start(sample, arguments));

        Assert.Empty(Found(look));
        Assert.DoesNotContain(look.Losses, static loss => loss.Contains("not judged", StringComparison.Ordinal));
        Assert.All(Rules.All.Where(static rule => rule is not ThreadRule), rule => Assert.Null(rule.NotJudged(look.Look)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_core_shows_the_same()
    {
        using InspectionLook live = InspectionLook.At("events", "timers", "cancellations", "tasks", "context", "corrupted", "collections", "finalizer");
        using CoreFileOf core = new(live.Sample.Pid);

        FindingLook dead = InspectionLook.Read(new CoreStackExtractor(core.File, new StackExtractorOptions { InspectsHeap = true }));

        Assert.Equal(Found(live), Found(dead));
        Assert.Equal(live.Objects.Collections.Where(IsOwn), dead.Objects!.Collections.Where(IsOwn));
        Assert.Equal(live.Objects.Delegates, dead.Objects.Delegates);
        Assert.Null(dead.Objects.Facts.FinalizerStands);

        static bool IsOwn(CollectionUse use) => use.Type.Contains("HeapFindings", StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void What_is_counted_is_what_ClrMD_counts_object_by_object()
    {
        using SampleProcess sample = SampleProcess.Start("HeapFindings", "timers", "cancellations", "tasks", "collections", "arrays", "clean");
        using CoreFileOf core = new(sample.Pid);

        ObjectLook look = InspectionLook.Read(new CoreStackExtractor(core.File, new StackExtractorOptions { InspectsHeap = true })).Objects!;
        InspectionOracle oracle = InspectionOracle.Of(core.File);

        Assert.Equal(oracle.Timers, look.Piles.Where(static pile => pile.Kind == PileKinds.Timer).Sum(static pile => pile.Count));
        Assert.Equal(oracle.Sources, look.Piles.Where(static pile => pile.Kind == PileKinds.CancellationSource).Sum(static pile => pile.Count));
        Assert.Equal(oracle.Tasks, new SortedDictionary<string, long>(look.Piles.Where(static pile => pile.Kind == PileKinds.Task).ToDictionary(static pile => pile.Name, static pile => pile.Count)));
        Assert.Equal(oracle.Arrays, new SortedDictionary<string, long>(look.Arrays.ToDictionary(static use => use.Type, static use => use.Count)));
        Assert.Equal(oracle.SparseItems, look.Arrays.Where(static use => use.Type == "HeapFindings.Item[]").Select(static use => (use.SparseCount, use.WastedBytes)).Single());
        Assert.Equal(
            oracle.Lists,
            new SortedDictionary<string, (long, long)>(look.Collections.Where(static use => use.Type.StartsWith("System.Collections.Generic.List<", StringComparison.Ordinal))
                .ToDictionary(static use => use.Type, static use => (use.Count, use.EmptyCount))));
    }

    private static string[] Found(InspectionLook look) => Found(look.Look);

    private static string[] Found(FindingLook look) => [.. FindAll(look).Select(static finding => $"{finding.Rule} {finding.Subject}")];

    private static List<Finding> FindAll(InspectionLook look) => FindAll(look.Look);

    private static List<Finding> FindAll(FindingLook look) =>
        [.. Rules.All.Where(rule => rule is not SpinningThreadRule && rule.NotJudged(look) is null).SelectMany(rule => rule.Find(look))];
}
