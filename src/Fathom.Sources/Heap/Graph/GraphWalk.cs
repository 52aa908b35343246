using System.Runtime.ExceptionServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Graph;

/// <summary>
/// The walk of a whole heap that fills a store. A large heap is cut into parts, which several threads walk at once: the target stands still, so its
/// processors have nothing else to do.
/// </summary>
internal sealed class GraphWalk
{
    private const long LeastBytesPerReader = 16 * 1024 * 1024;
    private const int MaxReaders = 4;

    // Parts do not take equal long, and the first thread may have something else to do.
    private const int PartsPerReader = 4;

    private readonly List<List<HeapSegment>> _parts;
    private readonly GraphWalker[] _walkers;
    private readonly IReadOnlyList<GraphSlice> _slices;
    private readonly SegmentBalance[] _balances;
    private int _next;
    private volatile bool _comesBack;
    private volatile ExceptionDispatchInfo? _failure;

    /// <summary>Prepares a walk.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="map">The outline of the heap.</param>
    /// <param name="types">Tells method tables from other addresses; asked by several threads.</param>
    /// <param name="references">Tells where references are; asked by several threads.</param>
    /// <param name="store">Filled by the walk.</param>
    /// <param name="readers">How many threads walk.</param>
    /// <param name="due">Ends the walk.</param>
    /// <exception cref="Model.FathomException">The heap is too large.</exception>
    public GraphWalk(ITargetMemory memory, HeapMap map, IMethodTableSource types, IReferenceSource references, GraphStore store, int readers, CancellationToken due)
    {
        Readers = readers;
        _parts = PartsOf(map, readers);
        _balances = new SegmentBalance[map.Segments.Count];
        _slices = Begin(store, map, _parts);
        _walkers = [.. _slices.Select(slice => new GraphWalker(memory, map, types, references, slice, due))];
    }

    /// <summary>How many threads walk.</summary>
    public int Readers { get; }

    /// <summary>What could not be read of the references.</summary>
    public GraphLoss Loss =>
        new(0, 0, _walkers.Sum(static walker => walker.Loss.UnknownLayouts), _walkers.Sum(static walker => walker.Loss.UnreadableBytes), _walkers.Sum(static walker => walker.Loss.UnreadableRanges));

    /// <summary>How many threads should walk a heap.</summary>
    public static int ReadersFor(HeapMap map) => (int)Math.Clamp(map.AllocatedBytes / LeastBytesPerReader, 1, Math.Min(Environment.ProcessorCount, MaxReaders));

    /// <summary>Makes a store ready for a walk to come. Takes a while, so it is done before a target is stopped.</summary>
    /// <param name="store">The store.</param>
    /// <param name="map">The outline of the heap, which may still change a little.</param>
    /// <param name="objects">Objects expected.</param>
    /// <param name="references">References expected.</param>
    public static void MakeReady(GraphStore store, HeapMap map, long objects, long references)
    {
        Begin(store, map, PartsOf(map, ReadersFor(map)));
        store.Touch(objects, references);
    }

    /// <summary>The granules of a heap.</summary>
    /// <exception cref="Model.FathomException">The heap is too large.</exception>
    public static GranuleMap Granules(HeapMap map) => GranuleMap.Of(map.Segments.Select(static segment => segment.Objects)) ?? throw Model.FathomException.Target(
        $"The heap has {map.AllocatedBytes >> 30:#,##0} GiB; the references of more than 32 GiB cannot be followed.",
        "fathom heap SUBJECT counts the objects of a heap of any size");

    /// <summary>Walks. Once only.</summary>
    /// <param name="mayComeBack">Whether losses in the youngest generation end it early.</param>
    /// <param name="countsSizes">Whether objects are counted by their sizes too.</param>
    /// <param name="meanwhile">What this thread does first.</param>
    /// <returns>Null where it has ended early.</returns>
    /// <exception cref="OperationCanceledException">The walk was due to end.</exception>
    public HeapTally? Run(bool mayComeBack, bool countsSizes, Action meanwhile)
    {
        try
        {
            if (countsSizes)
                Array.ForEach(_walkers, static walker => walker.CountSizes());
            Thread[] threads = [.. Enumerable.Range(1, Readers - 1).Select(_ => new Thread(() => Walk(mayComeBack)) { IsBackground = true, Name = "fathom heap walk" })];
            Array.ForEach(threads, static thread => thread.Start());
            try
            {
                meanwhile();
                Walk(mayComeBack);
            }
            catch (Exception e)
            {
                _failure ??= ExceptionDispatchInfo.Capture(e);
            }

            // They end at the next part, whatever has happened here.
            Array.ForEach(threads, static thread => thread.Join());
            _failure?.Throw();
            return _comesBack ? null : Join();
        }
        finally
        {
            Array.ForEach(_walkers, static walker => walker.Dispose());
        }
    }

    private HeapTally Join()
    {
        HeapTally tally = HeapTally.Join(_walkers, _balances, out uint[][] numbers);
        for (int i = 0; i < _slices.Count; i++)
            _slices[i].TypeNumbers = numbers[i];
        return tally;
    }

    private void Walk(bool mayComeBack)
    {
        try
        {
            while (!_comesBack && _failure is null && Interlocked.Increment(ref _next) is var part && part <= _parts.Count)
            {
                foreach (HeapSegment segment in _parts[part - 1])
                {
                    _balances[segment.Id - 1] = _walkers[part - 1].Walk(segment);
                    if (mayComeBack && segment.HoldsYoungest && _walkers[part - 1].Losses.Bytes > 0)
                        _comesBack = true;
                }
            }
        }
        catch (Exception e)
        {
            // Said by the thread that has asked for the walk.
            _failure ??= ExceptionDispatchInfo.Capture(e);
        }
    }

    private static List<List<HeapSegment>> PartsOf(HeapMap map, int readers) => readers == 1 ? [[.. map.Segments]] : Cut(map, readers * PartsPerReader);

    private static IReadOnlyList<GraphSlice> Begin(GraphStore store, HeapMap map, List<List<HeapSegment>> parts) =>
        store.Begin(Granules(map), [.. parts.Select(static part => part.Sum(static segment => segment.Objects.Length))]);

    // Parts of about equal size. Two parts share no word of the store's bits: a word stands for 512 bytes.
    private static List<List<HeapSegment>> Cut(HeapMap map, int count)
    {
        const int wordShift = 9;
        List<List<HeapSegment>> parts = [[]];
        long total = map.AllocatedBytes, before = 0;
        foreach (HeapSegment segment in map.Segments)
        {
            List<HeapSegment> last = parts[^1];
            if (last.Count > 0 && before >= total * parts.Count / count && (last[^1].Objects.End - 1) >> wordShift < segment.Objects.Start >> wordShift)
                parts.Add(last = []);
            last.Add(segment);
            before += segment.Objects.Length;
        }

        return parts;
    }
}
