using System.Globalization;
using Fathom.Model;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Storage.Graphs;

/// <summary>Reads the object graph that a recording holds.</summary>
public sealed class GraphLoader : IDisposable
{
    private readonly RecordingReader _recording;
    private readonly DuckDbConnection _engine;
    private readonly PrivateFolder _spill;
    private readonly CancellationToken _stop;

    private GraphLoader(RecordingReader recording, CancellationToken stop)
    {
        _recording = recording;
        _stop = stop;
        _spill = PrivateFolder.Create();
        _engine = DuckDbConnection.Open(DuckDbOptions.In(_spill.Path));
    }

    /// <summary>Whether a recording holds a graph.</summary>
    public static bool IsIn(RecordingReader recording) => recording.PartFiles(HeapNodeRow.Schema.Name).Count > 0;

    /// <summary>Reads the graph of the newest snapshot that has one.</summary>
    /// <param name="recording">The recording.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static (ObjectGraph Graph, GraphSnapshot Snapshot) Load(RecordingReader recording, CancellationToken stop)
    {
        using GraphLoader loader = new(recording, stop);
        try
        {
            return loader.Load();
        }
        catch (DuckDbException error)
        {
            throw Damaged(recording, error.Message, error);
        }
    }

    /// <summary>How many objects and references the graph has.</summary>
    /// <param name="recording">The recording.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The recording is damaged.</exception>
    public static (long Objects, long References) Count(RecordingReader recording, CancellationToken stop)
    {
        using GraphLoader loader = new(recording, stop);
        try
        {
            return (loader.RowCount(HeapNodeRow.Schema.Name), loader.RowCount(HeapEdgeRow.Schema.Name));
        }
        catch (DuckDbException error)
        {
            throw Damaged(recording, error.Message, error);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _engine.Dispose();
        _spill.Dispose();
    }

    private static FathomException Damaged(RecordingReader recording, string what, Exception? cause = null) => FathomException.Target(
        $"The graph in '{recording.Path}' is damaged: {what}.", "record again, or use another copy", cause);

    private (ObjectGraph Graph, GraphSnapshot Snapshot) Load()
    {
        (uint snapshot, int count, int unit) = Newest();
        List<GraphType> types = Types(snapshot, out Dictionary<uint, uint> indexOf);
        uint[] typeOf = new uint[count], sizeUnits = new uint[count];
        ulong[] addresses = new ulong[count];
        Read(HeapNodeRow.Schema.Name, "object_id, type_id, address, size_bytes", snapshot, chunk =>
        {
            ReadOnlySpan<uint> number = chunk.Column(0).Values<uint>(), type = chunk.Column(1).Values<uint>();
            ReadOnlySpan<ulong> address = chunk.Column(2).Values<ulong>();
            ReadOnlySpan<long> size = chunk.Column(3).Values<long>();
            for (int i = 0; i < number.Length; i++)
            {
                if (number[i] >= count || !indexOf.TryGetValue(type[i], out uint index) || size[i] < 0 || size[i] / unit > uint.MaxValue)
                    throw Damaged(_recording, "an object has a number, a type or a size that cannot be");
                typeOf[number[i]] = index;
                addresses[number[i]] = address[i];
                sizeUnits[number[i]] = (uint)(size[i] / unit);
            }
        });
        (uint[] first, uint[] references) = References(snapshot, count);
        ObjectGraph graph = new(count, typeOf, sizeUnits, first, references, new ListedAddresses(addresses), types, Roots(snapshot, count), unit)
        {
            Dependents = Dependents(snapshot, count),
            Gaps = Gaps(snapshot, count),
        };
        return (graph, new GraphSnapshot(snapshot, Parts(snapshot, count)));
    }

    // The footers of the files tell it.
    private long RowCount(string table)
    {
        if (_recording.PartFiles(table).Count == 0)
            return 0;
        using DuckDbResult result = _engine.Query($"SELECT COUNT(*) FROM {Files(table)}");
        return result.Read(out DuckDbChunk chunk) ? chunk.Column(0).Values<long>()[0] : 0;
    }

    // Objects of a 32-bit process, which only a gcdump can be of, have sizes of any number of bytes.
    private (uint Snapshot, int Count, int SizeUnit) Newest()
    {
        (uint Snapshot, int Count, int SizeUnit) newest = default;
        Check(HeapNodeRow.Schema.Name, "snapshot_id, size_bytes");
        string sql = $"SELECT snapshot_id, CAST(COUNT(*) AS INTEGER), CAST(MAX(size_bytes % {ObjectGraph.SizeUnit}) "
            + $"AS INTEGER) FROM {Files(HeapNodeRow.Schema.Name)} GROUP BY snapshot_id ORDER BY snapshot_id";
        using DuckDbResult result = _engine.Query(sql);
        while (result.Read(out DuckDbChunk chunk))
            newest = (chunk.Column(0).Values<uint>()[^1], chunk.Column(1).Values<int>()[^1], chunk.Column(2).Values<int>()[^1] == 0 ? ObjectGraph.SizeUnit : 1);
        return newest;
    }

    private List<GraphType> Types(uint snapshot, out Dictionary<uint, uint> indexOf)
    {
        List<GraphType> types = [];
        Dictionary<uint, uint> found = [];
        Utf8StringCache strings = new();
        Read(HeapTypeRow.Schema.Name, "type_id, name, module", snapshot, chunk =>
        {
            for (int i = 0; i < chunk.RowCount; i++)
            {
                uint id = chunk.Column(0).Values<uint>()[i];
                found[id] = (uint)types.Count;
                types.Add(new GraphType(id, strings.Get(chunk.Column(1).Utf8(i)), chunk.Column(2).IsNull(i) ? null : strings.Get(chunk.Column(2).Utf8(i))));
            }
        });
        indexOf = found;
        return types;
    }

    // The rows may come in any order: the first pass counts, the second one places.
    private (uint[] First, uint[] References) References(uint snapshot, int count)
    {
        uint[] next = new uint[count + 1];
        long total = 0;
        Read(HeapEdgeRow.Schema.Name, "from_object, to_object", snapshot, chunk =>
        {
            total += chunk.RowCount;
            foreach (uint from in chunk.Column(0).Values<uint>())
            {
                if (from >= count)
                    throw Damaged(_recording, "a reference begins at no object");
                next[from + 1]++;
            }
        });
        if (total > Array.MaxLength)
            throw FathomException.Target($"'{_recording.Path}' has {total:#,##0} references, which is more than a graph can hold.", "fathom sql asks its tables");
        for (int number = 0; number < count; number++)
            next[number + 1] += next[number];
        uint[] references = new uint[total];
        Read(HeapEdgeRow.Schema.Name, "from_object, to_object", snapshot, chunk =>
        {
            ReadOnlySpan<uint> from = chunk.Column(0).Values<uint>(), to = chunk.Column(1).Values<uint>();
            for (int i = 0; i < from.Length; i++)
            {
                if (to[i] >= count)
                    throw Damaged(_recording, "a reference leads to no object");
                references[next[from[i]]++] = to[i];
            }
        });

        // Every entry has moved on to the first of the next object.
        Array.Copy(next, 0, next, 1, count);
        next[0] = 0;
        return (next, references);
    }

    // Recordings from before there was this table do not tell these references from others.
    private DependentEdges Dependents(uint snapshot, int count)
    {
        List<(uint, uint)> pairs = [];
        Read(HeapDependentRow.Schema.Name, "from_object, to_object", snapshot, chunk =>
        {
            ReadOnlySpan<uint> from = chunk.Column(0).Values<uint>(), to = chunk.Column(1).Values<uint>();
            for (int i = 0; i < from.Length; i++)
            {
                if (from[i] >= count || to[i] >= count)
                    throw Damaged(_recording, "a dependent handle has an object that does not exist");
                pairs.Add((from[i], to[i]));
            }
        });
        return pairs.Count > 0 ? new DependentEdges(pairs) : DependentEdges.None;
    }

    private List<GraphRoot> Roots(uint snapshot, int count)
    {
        List<GraphRoot> roots = [];
        Utf8StringCache strings = new();
        Read(HeapRootRow.Schema.Name, "object_id, kind, holder", snapshot, chunk =>
        {
            for (int i = 0; i < chunk.RowCount; i++)
            {
                uint number = chunk.Column(0).Values<uint>()[i];
                if (number >= count)
                    throw Damaged(_recording, "a root leads to no object");
                string? holder = chunk.Column(2).IsNull(i) ? null : strings.Get(chunk.Column(2).Utf8(i));
                roots.Add(new GraphRoot(number, RootKindNames.Parse(strings.Get(chunk.Column(1).Utf8(i))), holder));
            }
        });
        return roots;
    }

    private GraphGaps Gaps(uint snapshot, int count)
    {
        List<uint> objects = [];
        bool isElsewhere = false;
        Read(HeapGapRow.Schema.Name, "object_id", snapshot, chunk =>
        {
            for (int i = 0; i < chunk.RowCount; i++)
            {
                if (chunk.Column(0).IsNull(i))
                    isElsewhere = true;
                else if (chunk.Column(0).Values<uint>()[i] is var number && number < count)
                    objects.Add(number);
                else
                    throw Damaged(_recording, "a gap is at no object");
            }
        });

        // Recordings from before there was this table tell what is lost, and not where.
        return objects.Count > 0 || isElsewhere ? new GraphGaps(objects, isElsewhere) : HeapIsWhole() ? GraphGaps.None : new GraphGaps([], true);
    }

    private bool HeapIsWhole()
    {
        if (_recording.PartFiles(LossRow.Schema.Name).Count == 0)
            return true;
        Check(LossRow.Schema.Name, "source");
        using DuckDbResult result = _engine.Query($"SELECT CAST(COUNT(*) AS INTEGER) FROM {Files(LossRow.Schema.Name)} WHERE source = 'heap'");
        return !result.Read(out DuckDbChunk chunk) || chunk.Column(0).Values<int>()[0] == 0;
    }

    private List<GraphPart> Parts(uint snapshot, int count)
    {
        List<GraphPart> parts = [];
        Utf8StringCache strings = new();
        Read(HeapPartRow.Schema.Name, "first_object, end_object, segment_id, generation", snapshot, chunk =>
        {
            for (int i = 0; i < chunk.RowCount; i++)
            {
                GraphPart part = new(
                    chunk.Column(0).Values<uint>()[i],
                    chunk.Column(1).Values<uint>()[i],
                    chunk.Column(2).Values<uint>()[i],
                    chunk.Column(3).IsNull(i) ? null : strings.Get(chunk.Column(3).Utf8(i)));
                if (part.EndObject > count || part.FirstObject > part.EndObject)
                    throw Damaged(_recording, "a part of the heap has more objects than there are");
                parts.Add(part);
            }
        });
        return parts;
    }

    private void Read(string table, string columns, uint snapshot, ChunkReader read)
    {
        if (_recording.PartFiles(table).Count == 0)
            return;
        Check(table, "snapshot_id, " + columns);
        using DuckDbStatement statement = _engine.Prepare(string.Create(
            CultureInfo.InvariantCulture, $"SELECT {columns} FROM {Files(table)} WHERE snapshot_id = {snapshot}"));
        using DuckDbResult result = statement.Execute(_stop);
        while (result.Read(out DuckDbChunk chunk))
            read(chunk);
    }

    private void Check(string table, string columns)
    {
        string[] read = columns.Split(", ");
        _recording.Check(table, column => Array.IndexOf(read, column) >= 0);
    }

    private string Files(string table) =>
        $"read_parquet([{string.Join(", ", _recording.PartFiles(table).Select(static file => $"'{file.Replace("'", "''", StringComparison.Ordinal)}'"))}])";

    private delegate void ChunkReader(DuckDbChunk chunk);
}
