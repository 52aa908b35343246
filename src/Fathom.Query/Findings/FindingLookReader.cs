using Fathom.Model.Findings;
using Fathom.Model.Results;
using Fathom.Model.Threads;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Query.Statements;

namespace Fathom.Query.Findings;

/// <summary>Reads from a recording what rules judge.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
internal sealed class FindingLookReader(QuerySession session, int rec, CancellationToken stop)
{
    private const string NoContext = "(no name)";

    /// <summary>Everything that rules judge, with the parts that a look left unfinished.</summary>
    /// <param name="threads">The newest look at threads, or null.</param>
    public FindingLook Read(ThreadLook? threads)
    {
        bool hasModules = Rows("runtime/snapshot").Any();
        return new FindingLook(threads, Objects(threads), hasModules ? [.. Rows("findings/unloaded_contexts").Select(Context)] : null)
        {
            RepeatedAssemblies = [.. Rows("findings/repeated_assemblies").Select(static row =>
                new RepeatedAssembly(row.Text("name")!, row.Text("kind") == "dynamic", row.Number("modules")!.Value, row.Number("collectible")!.Value))],
            Unfinished = Rows("recording/losses").Where(static row => LookParts.IsReason(row.Text("reason"))).DistinctBy(static row => row.Text("scope"))
                .ToDictionary(static row => row.Text("scope")!, static row => row.Text("reason")!),
        };
    }

    private ObjectLook? Objects(ThreadLook? threads)
    {
        if (Rows("findings/inspection").FirstOrDefault() is not { } facts)
            return null;
        ThreadFacts? finalizer = threads?.Threads.FirstOrDefault(static thread => thread.Kind == ThreadKinds.Finalizer);
        return new ObjectLook
        {
            Facts = new InspectionFacts(
                facts.Number("object_bytes")!.Value,
                facts.Number("free_bytes")!.Value,
                facts.Number("pinned_bytes")!.Value,
                facts.Number("ready_count")!.Value,
                facts.Number("ready_count_before"),
                facts.TruthOrNull("finalizer_stands"))
            {
                StringCount = facts.Number("string_count")!.Value,
                StringWastedBytes = facts.Number("string_wasted_bytes")!.Value,
            },
            Finalizer = finalizer,
            FinalizerWait = finalizer is null ? null : threads!.Locks.FirstOrDefault(entry => !entry.Owns && entry.ThreadId == finalizer.ThreadId),
            Arrays = [.. Rows("findings/arrays").Select(static row =>
                new ArrayUse(row.Text("type")!, row.Number("count")!.Value, row.Number("sparse_count")!.Value, row.Number("wasted_bytes")!.Value))],
            Collections = [.. Rows("findings/collections").Select(Collection)],
            Duplicates = [.. Rows("findings/duplicates").Select(static row =>
                new DuplicateUse(row.Text("text")!, row.Number("length")!.Value, row.Number("count")!.Value, row.Number("wasted_bytes")!.Value))],
            Delegates = [.. Rows("findings/delegates").Select(Delegate)],
            Piles = [.. Rows("findings/piles").Select(static row =>
                new PileUse(row.Text("kind")!, row.Text("name")!, (ulong)(row.Number("address") ?? 0), row.Number("count")!.Value))],
            Broken = Broken(threads),
            Rows = Rows,
        };
    }

    private List<BrokenCollection> Broken(ThreadLook? threads)
    {
        Dictionary<uint, string> labels = (threads?.Threads ?? []).ToDictionary(static thread => thread.ThreadId, static thread => thread.Label);
        ILookup<long, string> inside = Rows("findings/corruption_threads").ToLookup(
            static row => row.Number("address")!.Value,
            row => $"{labels.GetValueOrDefault((uint)row.Number("thread_id")!.Value, "?")} in {row.Text("method")}");
        return [.. Rows("findings/corruptions").Select(row => new BrokenCollection(
            (ulong)row.Number("address")!.Value,
            row.Text("type")!,
            row.Text("problem")!,
            row.Number("bucket")!.Value,
            row.Number("entry")!.Value,
            row.Number("entry_count")!.Value,
            [.. inside[row.Number("address")!.Value]]))];
    }

    private static CollectionUse Collection(TableRow row) => new(
        row.Text("type")!,
        row.Number("count")!.Value,
        row.Number("empty_count")!.Value,
        row.Number("empty_bytes")!.Value,
        row.Number("sparse_count")!.Value,
        row.Number("wasted_bytes")!.Value);

    private static DelegateUse Delegate(TableRow row) => new(
        (ulong)row.Number("address")!.Value,
        row.Text("type")!,
        row.Number("target_count")!.Value,
        row.Text("target_type"),
        row.Number("target_type_count")!.Value,
        row.Text("owner_type") is { } owner ? $"{owner}.{row.Text("owner_field")}" : null,
        row.Truth("owner_static"));

    private static UnloadedContext Context(TableRow row) => new(row.Text("load_context") ?? NoContext, row.Number("modules")!.Value, row.Text("name")!);

    private IEnumerable<TableRow> Rows(string query) => TableRow.All(session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec))));
}
