using Fathom.Model;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Memory;

/// <summary>Answers questions about the memory of the processes of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class MemoryReport(QuerySession session, CancellationToken stop)
{
    /// <summary>The rows of a view; columns are those of <see cref="MemoryShapes.Of"/>. Of the balance, whose rows are few, nothing of a request is done.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="view">Which view.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    public RequestedRows Rows(int rec, MemoryView view, RowRequest? request = null) => view switch
    {
        MemoryView.Owners => Balance(rec, byOwner: true),
        MemoryView.Regions => Run("memory/regions", rec, request),
        MemoryView.Cgroup => Run("memory/cgroup", rec, request),
        MemoryView.Malloc => Run("memory/malloc", rec, request),
        MemoryView.Classic => Run("memory/classic", rec, request),
        _ => Balance(rec, byOwner: false).Without("owner"),
    };

    /// <summary>The sums, and the kernel's own; those that a core alone does not tell have no value, and what it holds is a sum of its own.</summary>
    public ResultTable Totals(int rec)
    {
        ResultTable sums = Run("memory/totals", rec);
        int size = sums.IndexOf("size_bytes");
        return sums with { Rows = [.. sums.Rows.Where(row => row[0].Text != MemoryShapes.SavedTotal || !row[size].IsNull)] };
    }

    /// <summary>The limit on the memory of the process, and what is used of it; null where there is none, or nothing tells.</summary>
    public MemoryLimit? Limit(int rec)
    {
        Dictionary<string, long> facts = [];
        foreach (TableRow row in TableRow.All(Run("memory/cgroup", rec)))
        {
            if (row.Number("size_bytes") is { } bytes)
                facts.TryAdd(row.Text("fact")!, bytes);
        }

        return MemoryLimit.Of(Fact("limit"), Fact("effective_limit"), Fact("current"));

        long? Fact(string name) => facts.TryGetValue(name, out long bytes) ? bytes : null;
    }

    /// <summary>Whether the newest look of a recording tells what of malloc is free.</summary>
    public bool HasMalloc(int rec) => Run("memory/malloc", rec).Rows.Count > 0;

    /// <summary>What malloc keeps free in the newest look of a recording; null where that does not tell.</summary>
    public MallocKept? MallocKept(int rec) => TableRow.All(Run("memory/malloc_kept", rec)).Select(static row => new MallocKept(
        row.Number("free_bytes")!.Value,
        row.Number("in_use_bytes")!.Value,
        row.Number("private_bytes")!.Value,
        row.Number("trimmable_bytes")!.Value,
        row.Number("arena_free_bytes")!.Value,
        row.Number("arena_count")!.Value)).FirstOrDefault();

    /// <summary>Two looks compared, B minus A. The managed heap is divided as far as both sides divide it.</summary>
    /// <param name="a">Position of A's recording.</param>
    /// <param name="aLook">A's look.</param>
    /// <param name="b">Position of B's recording.</param>
    /// <param name="bLook">B's look.</param>
    public ResultTable Diff(int a, MemoryFacts aLook, int b, MemoryFacts bLook) => session.Run(
        "memory/diff",
        stop,
        new QueryParameter("a", Cell.Of(a)),
        new QueryParameter("a_look", Cell.Of(aLook.SnapshotId)),
        new QueryParameter("b", Cell.Of(b)),
        new QueryParameter("b_look", Cell.Of(bLook.SnapshotId)),
        new QueryParameter("detail", Cell.Of(Math.Min(aLook.HeapDetail, bLook.HeapDetail))));

    /// <summary>The sizes that a watch sampled, at two moments of one recording, later minus earlier.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="fromNs">The first sample at or after this is the earlier moment; nanoseconds since the start of the recording.</param>
    /// <param name="toNs">The last sample at or before this is the later moment.</param>
    /// <exception cref="FathomException">No metric has two samples between them.</exception>
    public ResultTable Moments(int rec, long fromNs, long toNs)
    {
        ResultTable rows = session.Run(
            "memory/moments", stop, QueryParameter.Of("rec", rec), new QueryParameter("from_ns", Cell.Of(fromNs)), new QueryParameter("to_ns", Cell.Of(toNs)));
        return rows.Rows.Count > 0 ? rows : throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' has no two samples of memory between these moments.",
            "'fathom watch PROCESS --save RECORDING' samples; '--from' and '--to' count from the start of the recording");
    }

    /// <summary>Bytes of one of the sums; null where the source does not tell it.</summary>
    /// <param name="totals">The sums.</param>
    /// <param name="kind">Which one.</param>
    public static long? Sum(ResultTable totals, string kind) =>
        totals.Rows.FirstOrDefault(row => row[0].Text == kind)?[totals.IndexOf("size_bytes")] is { IsNull: false } size ? size.Integer : null;

    /// <summary>What a process holds in memory, by the totals: its resident set, or of a core what was saved of it.</summary>
    public static long Resident(ResultTable totals) => Sum(totals, "rss") ?? Sum(totals, MemoryShapes.SavedTotal) ?? 0;

    /// <summary>The largest pieces without an owner, the largest first.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="count">How many at most.</param>
    public IReadOnlyList<(ulong Start, long SizeBytes)> LargestUnexplained(int rec, int count) =>
        [.. TableRow.All(Run("memory/unexplained", rec)).Take(count).Select(row => ((ulong)row.Number("start_address")!.Value, row.Number("size_bytes")!.Value))];

    /// <summary>How the newest look of a recording was taken.</summary>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public MemoryFacts Facts(int rec) => Looks(rec)[0];

    /// <summary>How all looks of a recording were taken, the newest first.</summary>
    /// <exception cref="FathomException">The recording holds no look.</exception>
    public IReadOnlyList<MemoryFacts> Looks(int rec)
    {
        Manifest manifest = session.Recordings[rec].Manifest;
        MemoryFacts[] looks = [.. TableRow.All(Run("memory/snapshot", rec)).Select(row => new MemoryFacts
        {
            SnapshotId = (uint)row.Number("snapshot_id")!.Value,
            Utc = manifest.TimeOf(row.Number("ts_ns")!.Value),
            Pid = row.Number("pid"),
            Name = row.Text("name"),
            CommandLine = row.Text("command_line"),
            RuntimeVersion = row.Text("runtime_version"),
            AgeNs = row.Number("age_ns"),
            Intrusion = row.Text("intrusion")!,
            ExpectedPauseNs = row.Number("expected_pause_ns"),
            PauseNs = row.Number("pause_ns"),
            HeapDetail = (int)row.Number("heap_detail")!.Value,
            HasMalloc = row.Number("has_malloc") == 1,
            MappingCount = row.Number("mapping_count")!.Value,
            ThreadCount = row.Number("thread_count")!.Value,
            KernelRssBytes = row.Number("kernel_rss_bytes"),
            StatusRssBytes = row.Number("status_rss_bytes"),
        })];
        return looks.Length > 0 ? looks : throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' holds no memory snapshot.", "fathom info RECORDING shows what a recording holds");
    }

    private ResultTable Balance(int rec, bool byOwner) =>
        session.Run("memory/balance", stop, QueryParameter.Of("rec", rec), new QueryParameter("by_owner", Cell.Of(byOwner ? 1 : 0)));

    private RequestedRows Run(string query, int rec, RowRequest? request) => session.Run(query, request, stop, QueryParameter.Of("rec", rec));

    private ResultTable Run(string query, int rec) => session.Run(query, stop, QueryParameter.Of("rec", rec));
}
