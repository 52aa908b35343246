using Fathom.Model.Traces;
using Fathom.Model.Trees;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Trees;

/// <summary>Reads when, and in which threads, the sums of stacks were measured.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class StackTimesReader(QuerySession session, int rec, CancellationToken stop)
{
    // 24 bytes each, and as much for finding them.
    private const int MostCells = 1_000_000;

    private readonly Dictionary<long, (string? Name, long? Tid)> _known = [];
    private readonly Dictionary<(int Process, long Thread), int> _threadAt = [];
    private readonly List<StackThread> _threads = [];

    /// <summary>Reads them.</summary>
    /// <param name="question">The query that the stacks came from, with its parameters.</param>
    /// <param name="stacks">What read the stacks, and kept their keys.</param>
    /// <param name="profile">The stacks.</param>
    /// <param name="facts">The recording, which says how long it is.</param>
    public StackTimes Read(SqlQuestion question, StackProfileReader stacks, StackProfile profile, TraceFacts facts)
    {
        (long fromNs, long toNs) = facts.Window is { } window ? (window.BeginNs, window.EndNs) : (0, facts.DurationNs);
        long sliceNs = TimeSlices.LengthNs(toNs - fromNs);
        foreach (TableRow row in TableRow.All(session.Run("trees/threads", stop, QueryParameter.Of("rec", rec))))
            _known.Add(row.Number("thread_id") ?? 0, (row.Text("thread"), row.Number("tid")));
        StackCells cells = new(fromNs / sliceNs * sliceNs, toNs, sliceNs, MostCells);
        session.Read(
            question.Query + "-times",
            chunk => Add(chunk, stacks.Keys, profile, cells, sliceNs),
            stop,
            [.. question.Values, QueryParameter.Of("slice_ns", sliceNs)]);
        return new StackTimes(fromNs, toNs, cells.SliceNs, _threads, cells.InOrder());
    }

    private void Add(DuckDbChunk chunk, Dictionary<StackKey, int> keys, StackProfile profile, StackCells cells, long sliceNs)
    {
        DuckDbVector processes = chunk.Column(0), threads = chunk.Column(1), stacks = chunk.Column(2), besides = chunk.Column(3);
        DuckDbVector causes = chunk.Column(4), slices = chunk.Column(5), starts = chunk.Column(6);
        DuckDbVector weights = chunk.Column(7), counts = chunk.Column(8);
        bool isReal = weights.Column.Type == DuckDbType.Double;
        for (int i = 0; i < chunk.RowCount; i++)
        {
            StackKey key = new(processes.ToInt64(i), (uint)stacks.ToInt64(i), (uint)besides.ToInt64(i), !causes.IsNull(i));
            int stack = keys[key], thread = Thread(profile.Stacks[stack].Process, threads.ToInt64(i));
            if (!starts.IsNull(i))
            {
                cells.AddSpan(stack, thread, starts.ToInt64(i), weights.ToInt64(i), counts.ToInt64(i));
                continue;
            }

            double weight = weights.IsNull(i) ? 0 : isReal ? weights.ToDouble(i) : weights.ToInt64(i);
            cells.Add(stack, thread, slices.ToInt64(i) * sliceNs, weight, counts.ToInt64(i));
        }
    }

    private int Thread(int process, long thread)
    {
        if (_threadAt.TryGetValue((process, thread), out int at))
            return at;
        (string? name, long? tid) = _known.GetValueOrDefault(thread);
        _threadAt.Add((process, thread), at = _threads.Count);
        _threads.Add(new StackThread(process, name, tid));
        return at;
    }
}
