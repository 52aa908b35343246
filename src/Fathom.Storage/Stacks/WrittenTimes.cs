using Fathom.Model;
using Fathom.Model.Scheduling;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Storage.Stacks;

/// <summary>Reads samples and waits back from the parts of a recording that is being written.</summary>
public sealed class WrittenTimes : IStackTimes, IDisposable
{
    // Much else of the trace is in memory at that time.
    private const long MostMemoryBytes = 192L << 20;

    // Beyond this the engine brings waits into order, which needs less memory and takes longer.
    private const int MostWaitsInMemory = 2_000_000;

    private readonly RecordingWriter _writer;
    private readonly Func<string, IReadOnlyList<string>> _filesOf;
    private readonly PartQuery _parts;
    private readonly int _mostWaitsInMemory;

    /// <summary>Begins.</summary>
    /// <param name="writer">The recording. What it holds so far is written as parts.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <param name="mostWaitsInMemory">Waits up to which these are brought into order in memory, 48 bytes each.</param>
    /// <exception cref="FathomException">A part cannot be written.</exception>
    public WrittenTimes(RecordingWriter writer, CancellationToken stop, int mostWaitsInMemory = MostWaitsInMemory)
    {
        (_writer, _mostWaitsInMemory) = (writer, mostWaitsInMemory);
        _filesOf = writer.WrittenParts();
        _parts = new PartQuery(_filesOf, stop, MostMemoryBytes);
    }

    /// <summary>The methods of the stacks. They were written in the order of their numbers.</summary>
    /// <exception cref="FathomException">There is no room for it, as for all that is read here.</exception>
    public StackMethods Methods()
    {
        StackMethods methods = new(checked((int)Count(StackMethodRow.Schema.Name)));
        Read("SELECT stack_id, method_id, exact FROM {stack_method}", [StackMethodRow.Schema.Name], chunk =>
        {
            ReadOnlySpan<uint> stacks = chunk.Column(0).Values<uint>(), of = chunk.Column(1).Values<uint>();
            ReadOnlySpan<byte> exact = chunk.Column(2).Values<byte>();
            for (int i = 0; i < stacks.Length; i++)
                methods.Add(stacks[i], of[i], chunk.Column(2).IsNull(i) ? null : exact[i] != 0);
        });
        Read(
            "SELECT s.stack_id, f.method_id FROM {stack_frame} s JOIN {frame} f ON f.frame_id = s.frame_id WHERE s.depth = 0",
            [StackFrameRow.Schema.Name, FrameRow.Schema.Name],
            chunk =>
            {
                ReadOnlySpan<uint> stacks = chunk.Column(0).Values<uint>(), of = chunk.Column(1).Values<uint>();
                for (int i = 0; i < stacks.Length; i++)
                    methods.AddInnermost(stacks[i], of[i]);
            });
        return methods;
    }

    /// <summary>The samples by stack, one process after the other.</summary>
    /// <param name="take">Gets them.</param>
    public void Samples(Action<StackSamples> take) => Read(
        """
        SELECT h.process_id, c.stack_id, CAST(SUM(c.weight_ns) AS BIGINT), COUNT(*)
        FROM {cpu_sample} c JOIN {thread} h ON h.thread_id = c.thread_id
        GROUP BY h.process_id, c.stack_id
        ORDER BY h.process_id
        """,
        [CpuSampleRow.Schema.Name, ThreadRow.Schema.Name],
        chunk =>
        {
            ReadOnlySpan<uint> processes = chunk.Column(0).Values<uint>(), stacks = chunk.Column(1).Values<uint>();
            ReadOnlySpan<long> counts = chunk.Column(3).Values<long>();
            for (int i = 0; i < counts.Length; i++)
                take(new StackSamples(processes[i], stacks[i], chunk.Column(2).IsNull(i) ? null : chunk.Column(2).ToInt64(i), counts[i]));
        });

    /// <summary>The waits, one process after the other, each in the order of their begin.</summary>
    /// <param name="take">Gets them.</param>
    public void Waits(Action<StackWait> take)
    {
        string[] told = [ThreadWaitStackRow.Schema.Name, StackFrameRow.Schema.Name, FrameRow.Schema.Name];
        bool isTold = told.All(table => _filesOf(table).Count > 0);
        long count = Count(ThreadWaitRow.Schema.Name);
        WaitOrder? order = count <= _mostWaitsInMemory ? new WaitOrder() : null;
        Read(
            (isTold ? Told + Waited("COALESCE(c.stack_id, 0)", "LEFT JOIN cut c ON c.thread_id = w.thread_id AND c.start_ns = w.start_ns") : Waited("CAST(0 AS UINTEGER)", ""))
                + (order is null ? "ORDER BY h.process_id, w.start_ns" : ""),
            [ThreadWaitRow.Schema.Name, ThreadRow.Schema.Name, .. isTold ? told : []],
            chunk => Take(chunk, order is null ? take : order.Add));
        order?.Hand(take);
    }

    /// <inheritdoc/>
    public void Dispose() => _parts.Dispose();

    private static void Take(DuckDbChunk chunk, Action<StackWait> take)
    {
        ReadOnlySpan<uint> processes = chunk.Column(0).Values<uint>(), stacks = chunk.Column(1).Values<uint>(), toldStacks = chunk.Column(2).Values<uint>();
        ReadOnlySpan<long> starts = chunk.Column(3).Values<long>(), waits = chunk.Column(4).Values<long>(), readies = chunk.Column(5).Values<long>();
        ReadOnlySpan<byte> open = chunk.Column(6).Values<byte>(), unknown = chunk.Column(7).Values<byte>();
        for (int i = 0; i < starts.Length; i++)
            take(new StackWait(processes[i], stacks[i], toldStacks[i], starts[i], waits[i], readies[i], open[i] != 0, unknown[i] != 0));
    }

    private long Count(string table)
    {
        long count = 0;
        Read($"SELECT COUNT(*) FROM {{{table}}}", [table], chunk => count = chunk.Column(0).ToInt64(0));
        return count;
    }

    private void Read(string sql, IReadOnlyList<string> tables, PartQuery.ChunkReader read)
    {
        try
        {
            _parts.Read(sql, tables, read);
        }
        catch (DuckDbException error)
        {
            throw StorageError.CannotWrite(_writer.Folder, error);
        }
    }

    // Stacks that the runtime tells count for waits whose own stack has no managed frame.
    private const string Told =
        """
        WITH told AS (
            SELECT g.thread_id AS thread_id, g.start_ns AS start_ns, g.stack_id AS stack_id, w.stack_id AS own_stack_id
            FROM {thread_wait_stack} g
            JOIN {thread_wait} w ON w.thread_id = g.thread_id AND w.start_ns = g.start_ns
        ),
        managed_stack AS (
            SELECT DISTINCT s.stack_id AS stack_id
            FROM {stack_frame} s
            JOIN {frame} f ON f.frame_id = s.frame_id
            WHERE f.kind = 'managed' AND s.stack_id IN (SELECT own_stack_id FROM told)
        ),
        cut AS (
            SELECT t.thread_id AS thread_id, t.start_ns AS start_ns, t.stack_id AS stack_id
            FROM told t
            LEFT JOIN managed_stack c ON c.stack_id = t.own_stack_id
            WHERE c.stack_id IS NULL
        )
        
        """;

    private static string Waited(string told, string join) =>
        $$"""
        SELECT h.process_id, w.stack_id, {{told}}, w.start_ns, w.wait_ns, w.ready_ns, w.open_at_start OR w.open_at_end, w.no_waking OR w.no_switch_in
        FROM {thread_wait} w
        JOIN {thread} h ON h.thread_id = w.thread_id
        {{join}}

        """;
}
