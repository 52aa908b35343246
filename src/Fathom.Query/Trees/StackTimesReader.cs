using Fathom.Model.Traces;
using Fathom.Model.Trees;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Trees;

/// <summary>Reads when, and in which threads, the sums of stacks were measured.</summary>
/// <param name="session">The recordings.</param>
/// <param name="question">The query that the stacks came from, with its parameters.</param>
/// <param name="stacks">What read the stacks, and kept their keys.</param>
/// <param name="facts">The recording, which says how long it is.</param>
/// <param name="lasts">Whether weights are times from a begin on, and not of one moment.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class StackTimesReader(
    QuerySession session, SqlQuestion question, StackProfileReader stacks, TraceFacts facts, bool lasts, CancellationToken stop)
    : IStackTimes
{
    // 24 bytes each, and as much for finding them.
    private const int MostCells = 500_000;

    private readonly Dictionary<long, (string? Name, long? Tid)> _known = [];
    private readonly Dictionary<(long Process, long Thread), int> _threadAt = [];
    private readonly Dictionary<int, int> _restAt = [];
    private readonly List<StackThread> _threads = [];

    /// <inheritdoc/>
    public StackTimes Read(IReadOnlyList<int> placeOf)
    {
        (long fromNs, long toNs) = facts.Window is { } window ? (window.BeginNs, window.EndNs) : (0, facts.DurationNs);
        long sliceNs = TimeSlices.LengthNs(toNs - fromNs);
        QueryParameter rec = QueryParameter.Of("rec", question.Recordings.Single());
        foreach (TableRow row in TableRow.All(session.Run("trees/threads", stop, rec)))
            _known[row.Number("thread_id") ?? 0] = (row.Text("thread"), row.Number("tid"));
        StackCells cells = new(fromNs / sliceNs * sliceNs, toNs, sliceNs, MostCells, RestOf);
        session.Read(question.Query + "-times", chunk => Add(chunk, placeOf, cells), stop, [.. question.Values]);
        return new StackTimes(fromNs, toNs, cells.SliceNs, _threads, cells.InOrder()) { ZeroNs = facts.Zero?.AtNs ?? 0 };
    }

    private void Add(DuckDbChunk chunk, IReadOnlyList<int> placeOf, StackCells cells)
    {
        DuckDbVector processes = chunk.Column(0), threads = chunk.Column(1), numbers = chunk.Column(2), besides = chunk.Column(3);
        DuckDbVector causes = chunk.Column(4), starts = chunk.Column(5), weights = chunk.Column(6), counts = chunk.Column(7);
        bool isReal = weights.Column.Type == DuckDbType.Double;
        for (int i = 0; i < chunk.RowCount; i++)
        {
            StackKey key = new(processes.ToInt64(i), (uint)numbers.ToInt64(i), (uint)besides.ToInt64(i), !causes.IsNull(i));
            int place = placeOf[stacks.Keys[key]];
            if (place < 0)
                continue;
            int thread = Thread(key.Process, threads.ToInt64(i));
            (long startNs, long count) = (starts.ToInt64(i), counts.ToInt64(i));
            double weight = weights.IsNull(i) ? 0 : isReal ? weights.ToDouble(i) : weights.ToInt64(i);
            if (lasts)
                cells.AddSpan(place, thread, startNs, (long)weight, count);
            else
                cells.Add(place, thread, startNs, weight, count);
        }
    }

    private int RestOf(int thread)
    {
        int process = _threads[thread].Process;
        if (_restAt.TryGetValue(process, out int at))
            return at;
        _restAt.Add(process, at = _threads.Count);
        _threads.Add(StackThread.Others(process));
        return at;
    }

    private int Thread(long process, long thread)
    {
        if (_threadAt.TryGetValue((process, thread), out int at))
            return at;
        (string? name, long? tid) = _known.GetValueOrDefault(thread);
        _threadAt.Add((process, thread), at = _threads.Count);
        _threads.Add(new StackThread(stacks.PositionOf(process), name, tid));
        return at;
    }
}
