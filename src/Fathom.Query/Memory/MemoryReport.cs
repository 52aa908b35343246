using Fathom.Model;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Memory;

/// <summary>Answers questions about the memory of the processes of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class MemoryReport(QuerySession session, CancellationToken stop)
{
    /// <summary>The rows of a view; columns are those of <see cref="MemoryShapes.Of"/>.</summary>
    public ResultTable Rows(int rec, MemoryView view) => Run(
        view switch
        {
            MemoryView.Owners => "memory/owners",
            MemoryView.Regions => "memory/regions",
            MemoryView.Cgroup => "memory/cgroup",
            _ => "memory/categories",
        },
        rec);

    /// <summary>The sums, and the kernel's own.</summary>
    public ResultTable Totals(int rec) => Run("memory/totals", rec);

    /// <summary>Two looks compared, B minus A; columns are those of <see cref="MemoryShapes.Diff"/>.</summary>
    public ResultTable Diff(int a, int b) => session.Run("memory/diff", stop, new QueryParameter("a", Cell.Of(a)), new QueryParameter("b", Cell.Of(b)));

    /// <summary>What could not be read.</summary>
    public ResultTable Losses(int rec) => Run("recording/losses", rec);

    /// <summary>The largest pieces without an owner, the largest first.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="count">How many at most.</param>
    public IReadOnlyList<(ulong Start, long RssBytes)> LargestUnexplained(int rec, int count) =>
        [.. TableRow.All(Run("memory/unexplained", rec)).Take(count).Select(row => ((ulong)row.Number("start_address")!.Value, row.Number("rss_bytes")!.Value))];

    /// <summary>How the newest look of a recording was taken.</summary>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public MemoryFacts Facts(int rec)
    {
        TableRow row = TableRow.All(Run("memory/snapshot", rec)).FirstOrDefault() ?? throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' holds no look at memory.", "fathom info RECORDING shows what a recording holds");
        Manifest manifest = session.Recordings[rec].Manifest;
        return new MemoryFacts
        {
            Utc = (manifest.Clock?.UtcAtZero ?? manifest.CreatedUtc).AddTicks(row.Number("ts_ns")!.Value / TimeSpan.NanosecondsPerTick),
            Pid = row.Number("pid"),
            Name = row.Text("name"),
            CommandLine = row.Text("command_line"),
            RuntimeVersion = row.Text("runtime_version"),
            AgeNs = row.Number("age_ns"),
            Intrusion = row.Text("intrusion")!,
            MappingCount = row.Number("mapping_count")!.Value,
            ThreadCount = row.Number("thread_count")!.Value,
            KernelRssBytes = row.Number("kernel_rss_bytes")!.Value,
            StatusRssBytes = row.Number("status_rss_bytes")!.Value,
        };
    }

    private ResultTable Run(string query, int rec) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));
}
