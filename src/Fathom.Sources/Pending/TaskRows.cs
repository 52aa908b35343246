using System.Globalization;
using System.Text;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Pending;

/// <summary>Turns tasks into rows.</summary>
/// <param name="sink">Takes the rows.</param>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
internal sealed class TaskRows(IRecordingSink sink, uint snapshotId)
{
    /// <summary>Chains that have a row of their own, those with most tasks.</summary>
    public const int MaxChains = 20_000;

    private readonly RowBatch<HeapTaskRow> _rows = new(sink);

    /// <summary>Adds the chains.</summary>
    /// <param name="tree">What they are made of.</param>
    /// <param name="counts">Tasks by the node of the outermost call.</param>
    public void Add(ChainTree tree, IReadOnlyDictionary<int, long> counts)
    {
        int rank = 0;
        long others = 0;
        foreach ((int node, long count) in counts.OrderByDescending(static entry => entry.Value).ThenBy(static entry => entry.Key))
        {
            if (++rank > MaxChains)
            {
                others += count;
                continue;
            }

            ChainFrame end = tree.EndOf(node);
            List<ChainFrame> calls = tree.CallsOf(node, out int omitted);
            Add(end.Status!, count, end.Text, calls.Count == 0 ? null : Path(calls, omitted), tree.DepthOf(node), calls.Count == 0 ? null : calls[0].AwaitIndex);
        }

        AddNotKnown(others, string.Create(CultureInfo.InvariantCulture, $"(chains beyond the first {MaxChains:#,##0})"));
    }

    /// <summary>Adds tasks that failed.</summary>
    public void AddFaulted(IReadOnlyDictionary<(string Name, string? Exception), long> counts)
    {
        foreach (((string name, string? exception), long count) in counts)
            Add(TaskStatuses.Faulted, count, exception, name, 1, null);
    }

    /// <summary>Adds what is not known, unless there is none of it.</summary>
    /// <param name="count">Tasks.</param>
    /// <param name="what">Which.</param>
    public void AddNotKnown(long count, string what)
    {
        if (count > 0)
            Add(TaskStatuses.NotKnown, count, null, what, 0, null);
    }

    /// <summary>Hands over the rows.</summary>
    public void Flush() => _rows.Flush();

    private static string Path(List<ChainFrame> calls, int omitted)
    {
        StringBuilder path = new();
        for (int i = 0; i < calls.Count;)
        {
            if (i > 0)
                path.Append(" < ");
            if (omitted > 0 && i == ChainTree.ShownCalls)
                path.Append(CultureInfo.InvariantCulture, $"({omitted:#,##0} more calls) < ");
            path.Append(calls[i].Text);
            if (calls[i].AwaitIndex is { } index)
                path.Append(CultureInfo.InvariantCulture, $" await {index}");

            // A method that calls itself is told once.
            int first = i++;
            while (i < calls.Count && calls[i] == calls[first] && (omitted == 0 || i != ChainTree.ShownCalls))
                i++;
            if (i - first > 1)
                path.Append(CultureInfo.InvariantCulture, $" ({i - first} times)");
        }

        return path.ToString();
    }

    private void Add(string status, long count, string? awaits, string? path, int calls, int? awaitIndex) =>
        _rows.Add(new HeapTaskRow(snapshotId, Text(status), count, Text(awaits), Text(path), calls, awaitIndex));

    private TextId Text(string? text) => text is null ? TextId.None : sink.Ids.Text(text);
}
