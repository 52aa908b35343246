using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Threads;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Stacks;

/// <summary>Answers questions about the newest look at threads in a recording.</summary>
public sealed class ThreadReport
{
    private const int MaxNames = 3;

    private readonly QuerySession _session;
    private readonly CancellationToken _stop;
    private readonly int _rec;
    private readonly Dictionary<uint, ThreadFacts> _threads;
    private readonly ILookup<uint, LockFacts> _waits;
    private readonly ILookup<uint, LockFacts> _owned;
    private readonly ILookup<ulong, LockFacts> _owners;

    /// <summary>Reads the look.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    /// <exception cref="FathomException">The recording holds no look at threads.</exception>
    public ThreadReport(QuerySession session, int rec, CancellationToken stop)
    {
        (_session, _rec, _stop) = (session, rec, stop);
        Look = ThreadLookReader.Read(session, rec, stop);
        _threads = Look.Threads.ToDictionary(static thread => thread.ThreadId);
        _waits = Look.Locks.Where(static entry => !entry.Owns).ToLookup(static entry => entry.ThreadId);
        _owned = Look.Locks.Where(static entry => entry.Owns && entry.Kind != LockKinds.Thread).ToLookup(static entry => entry.ThreadId);
        _owners = Look.Locks.Where(static entry => entry.Owns).ToLookup(static entry => entry.Address);
    }

    /// <summary>How the look was taken.</summary>
    public ThreadLookFacts Facts => new()
    {
        Pid = Look.Pid,
        ProcessName = Look.ProcessName,
        RuntimeVersion = Look.RuntimeVersion,
        IntervalNs = Look.IntervalNs,
        ExpectedPauseNs = Look.ExpectedPauseNs,
        PauseNs = Look.PauseNs,
        ThreadCount = Look.Threads.Count,
        Pool = Look.Pool,
    };

    /// <summary>All threads.</summary>
    internal ThreadLook Look { get; }

    /// <summary>Threads or stacks; columns are those of <see cref="ThreadShapes.Threads"/>.</summary>
    /// <param name="grouping">What a row is.</param>
    /// <param name="isFolded">
    /// Whether own methods stand for whole stacks. Then threads with the same own methods share a row, and so do those of a name that have none and come
    /// after them.
    /// </param>
    public ResultTable Threads(ThreadGrouping grouping, bool isFolded = false)
    {
        // Where no thread is in own code, as in programs without a runtime, whole stacks are all there is.
        bool hasOwn = Look.Threads.Any(static thread => thread.IsOwn);
        IEnumerable<(Cell[] Row, ThreadFacts Thread)> rows = grouping == ThreadGrouping.Thread
            ? Look.Threads.Select(thread => (ThreadRow(thread), thread))
            : (isFolded && hasOwn ? OwnGroups() : Stacks()).Select(threads => (StackRow(threads), threads[0]));
        return new ResultTable(
            ThreadShapes.Threads(grouping, isFolded).Columns,
            [.. rows.Select(one => isFolded ? [.. one.Row, Cell.Of(hasOwn ? Calls(one.Thread) : one.Thread.FrameText)] : one.Row)]);
    }

    /// <summary>Threads and CPU time by kind.</summary>
    public ResultTable Totals() => new(
        ThreadShapes.TotalsColumns,
        [.. ThreadShapes.TotalsRows.Select(kind =>
        {
            ThreadFacts[] threads = [.. Look.Threads.Where(thread => kind == "total" || thread.Kind == kind)];
            return new Cell[] { Cell.Of(kind), Cell.Of((long)threads.Length), Cell.Of(Sum(threads, static thread => thread.CpuNs)) };
        })]);

    /// <summary>Locks that somebody owns or waits for, and everything else that is waited for, most waiters first.</summary>
    public ResultTable Locks()
    {
        List<Cell[]> rows = [];
        foreach (IGrouping<ulong, LockFacts> entry in Look.Locks.Where(static entry => entry.Address != 0).GroupBy(static entry => entry.Address))
        {
            uint[] owners = [.. entry.Where(static use => use.Owns).Select(static use => use.ThreadId).Distinct()];
            uint[] waiters = [.. entry.Where(static use => !use.Owns).Select(static use => use.ThreadId)];
            rows.Add(
            [
                Cell.Of(string.Join(", ", entry.Select(static use => use.Kind).Distinct().Order(StringComparer.Ordinal))),
                Cell.Of(entry.Select(static use => use.Type).FirstOrDefault(static type => type is not null)),
                Cell.Of(Labels(owners)),
                Cell.Of(PlaceOf(owners)),
                Cell.Of((long)waiters.Length),
                Cell.Of(Labels(waiters)),
                Cell.Of(PlaceOf(waiters)),
                Cell.Of((long)entry.Key),
                Cell.Of((long)owners.Length),
            ]);
        }

        const int waiterCount = 4, address = 7;
        return new ResultTable(
            ThreadShapes.Locks.Columns,
            [.. rows.OrderByDescending(static row => row[waiterCount].Integer).ThenBy(static row => row[address].Integer)]);
    }

    /// <summary>Suspended async calls by method and await.</summary>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    public RequestedRows AsyncWaits(RowRequest? request = null) => _session.Run("stacks/async_waits", request, _stop, new QueryParameter("rec", Cell.Of(_rec)));

    // The method of the program that the first of them is in: it finds the lock in the source. Parameters would hide it in a narrow table.
    private string? PlaceOf(uint[] threads) => threads.Length > 0 && _threads[threads[0]].OwnMethod is { } method
        ? method.Split('(')[0]
        : null;

    private static long? Sum(IReadOnlyCollection<ThreadFacts> threads, Func<ThreadFacts, long?> time) =>
        threads.Any(thread => time(thread) is not null) ? threads.Sum(thread => time(thread) ?? 0) : null;

    private Cell[] ThreadRow(ThreadFacts thread) =>
    [
        Cell.Of((long)thread.Tid),
        Cell.Of(thread.Name),
        Cell.Of(thread.Kind),
        Cell.Of(thread.State),
        Cell.Of(thread.CpuNs),
        Share([thread]),
        Cell.Of(Wait(thread)?.Label),
        Cell.Of(OwnerOf(thread)?.Tid is { } owner ? owner : (long?)null),
        Cell.Of(_owned[thread.ThreadId].Any() ? string.Join("; ", _owned[thread.ThreadId].Select(static entry => entry.Label)) : null),
        Cell.Of(thread.Exception),
        Cell.Of(MethodOf(thread)),
        Cell.Of((long)thread.StackId),
        Cell.Of(thread.FrameText),
    ];

    // Threads without managed frames are those of the runtime itself and of native libraries, and come last.
    private IEnumerable<ThreadFacts[]> Stacks() =>
        Look.Threads.GroupBy(static thread => thread.StackId)
            .OrderBy(static stack => stack.First().Frames.Count == 0)
            .ThenByDescending(static stack => stack.First().IsOwn)
            .ThenByDescending(static stack => stack.Count())
            .ThenBy(static stack => stack.First().Tid)
            .Select(static stack => stack.ToArray());

    private IEnumerable<ThreadFacts[]> OwnGroups() =>
        Look.Threads.GroupBy(thread => thread.IsOwn ? (null, FrameFold.OwnText(thread)) : (thread.Name, $"{thread.State} {Wait(thread)?.Kind}"))
            .OrderByDescending(static group => group.First().IsOwn)
            .ThenByDescending(static group => group.Count())
            .ThenBy(static group => group.First().Tid)
            .Select(static group => group.ToArray());

    private static string? Calls(ThreadFacts thread) => thread.IsOwn ? string.Join('\n', FrameFold.Of(thread)) : null;

    private static string? MethodOf(ThreadFacts thread) => thread.IsOwn ? FrameFold.NameOf(thread.OwnMethod!) : null;

    private Cell[] StackRow(ThreadFacts[] threads)
    {
        string[] waits = [.. threads.Select(Wait).OfType<LockFacts>().Select(static wait => wait.Label).Distinct()];
        int[] owners = [.. threads.Select(OwnerOf).OfType<ThreadFacts>().Select(static owner => owner.Tid).Distinct()];
        return
        [
            Cell.Of((long)threads.Length),
            Cell.Of(FirstOf(threads.Select(static thread => thread.Name))),
            Cell.Of(FirstOf(threads.Select(static thread => thread.State))),
            Cell.Of(MethodOf(threads[0])),
            Share(threads),
            Cell.Of(waits.Length > 1 ? string.Create(CultureInfo.InvariantCulture, $"{waits.Length} different") : FirstOf(waits)),
            Cell.Of(owners.Length == 1 ? owners[0] : (long?)null),
            Cell.Of(FirstOf(threads.Select(static thread => thread.Exception))),
            Cell.Of(Sum(threads, static thread => thread.CpuNs)),
            Cell.Of(string.Join(", ", threads.Select(static thread => thread.Tid))),
            Cell.Of(threads[0].FrameText),
        ];
    }

    private static string? FirstOf(IEnumerable<string?> values)
    {
        string[] distinct = [.. values.OfType<string>().Distinct()];
        return distinct.Length == 0 ? null : string.Join(", ", distinct.Take(MaxNames)) + (distinct.Length > MaxNames ? ", …" : "");
    }

    private Cell Share(IReadOnlyCollection<ThreadFacts> threads) =>
        Look.IntervalNs is > 0 and { } interval && Sum(threads, static thread => thread.IntervalCpuNs) is { } cpu ? Cell.Of(100.0 * cpu / interval) : default;

    private LockFacts? Wait(ThreadFacts thread) => _waits[thread.ThreadId].FirstOrDefault();

    // Of several owners, such as readers, the one with the lowest number; 'stacks locks' shows all.
    private ThreadFacts? OwnerOf(ThreadFacts thread) => Wait(thread) is not { Address: not 0 } wait
        ? null
        : _owners[wait.Address].Where(owner => owner.ThreadId != thread.ThreadId).Select(owner => _threads[owner.ThreadId]).MinBy(static owner => owner.Tid);

    private string? Labels(uint[] threads) => threads.Length == 0 ? null : string.Join(", ", threads.Select(id => _threads[id].Label));
}
