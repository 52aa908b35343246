using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Metrics;

/// <summary>
/// Reads the figures that the garbage collector of a running process keeps of itself from the process's memory. Nothing is stopped, attached to or asked: the
/// process does no work for it and does not grow by it. A sample is some twenty reads of a few bytes.
/// </summary>
/// <remarks>
/// The process runs on meanwhile, so records may change between two reads. A sample counts only when no collection was changing them before and after, the
/// number of collections stayed the same, and each address and size makes sense; otherwise it is taken again, and left out when that fails too.
/// </remarks>
public sealed class GcMemory : IDisposable
{
    /// <summary>The generations whose collections are counted: 0, 1 and 2.</summary>
    public const int CountedGenerations = 3;

    private const int MaxLooks = 3;

    // Fewer take below a millisecond, and a busy machine is no reason to read them less often.
    private const int ManyRegions = 1000;
    private const int MaxHeaps = 4096;
    private const int Large = 3;
    private const int Pinned = 4;

    private readonly ITargetMemory _memory;
    private readonly GcVariables _variables;
    private readonly GcRegions _regions;
    private readonly GcRecords? _records;
    private readonly ReadPacer _pacer;
    private readonly List<GcRecords> _moreHeaps = [];
    private readonly ulong[] _collections = new ulong[GcVariables.Generations];
    private readonly ulong[] _collectionsAfter = new ulong[GcVariables.Generations];
    private readonly ulong[] _sizes = new ulong[GcVariables.Generations];
    private readonly ulong[] _sizesOfHeap = new ulong[GcVariables.Generations];

    internal GcMemory(ITargetMemory memory, GcVariables variables, TimeProvider? pacedBy)
    {
        (_memory, _variables, _regions, _pacer) = (memory, variables, new GcRegions(memory, variables), new ReadPacer(pacedBy));
        _records = HasHeaps
            ? Heap(0) is not 0 and var heap ? GcRecords.Find(memory, heap, before: false) : null
            : GcRecords.Find(memory, variables.GenerationTableAt, before: true);
    }

    /// <summary>Whether collections are counted and sizes of generations told; where the records were not recognised, they are not.</summary>
    public bool HasCollections => _records is not null;

    /// <summary>What a sample costs and how often it is taken, when it costs so much that it is not taken each time.</summary>
    public PacedMetric? Paced => _pacer.Pause > TimeSpan.Zero ? new PacedMetric(MetricCatalog.ManagedBytes, _pacer.Cost, _pacer.Pause) : null;

    private bool HasHeaps => _variables.HeapsAt != 0;

    /// <summary>Finds the records of a process.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="pacedBy">A clock: a heap of very many regions is read less often. Null: at each sample.</param>
    /// <exception cref="FathomException">The process has gone, is not ours to read, is not .NET, or its runtime is one whose records are not known.</exception>
    public static GcMemory Open(int processId, TimeProvider? pacedBy = null)
    {
        LiveMemory memory = new(processId);
        try
        {
            GcMemory found = new(memory, GcVariables.Find(processId, memory), pacedBy);
            // The list of variables is there before the heap is made; records that are not found then are no others than those known.
            return found.HasCollections || found.HasHeap()
                ? found
                : throw FathomException.Target($"The garbage collector of process {processId} has not created its heap yet.", "--events gets the figures from the runtime itself");
        }
        catch
        {
            memory.Dispose();
            throw;
        }
    }

    /// <summary>Whether the collector has a heap at this moment, and is not taking it apart.</summary>
    internal bool HasHeap()
    {
        _regions.Reset();
        ulong heap = HasHeaps ? Heap(0) : 0;
        return (!HasHeaps || heap != 0) && _regions.TryAdd(heap) && _regions.Count > 0;
    }

    /// <summary>Takes a sample. Allocates nothing.</summary>
    /// <param name="values">
    /// One value per <see cref="ProcessMetric"/>, in its order. The heap and what is committed are those of now, the generations those after their last
    /// collection; what had no collection yet is left as it is.
    /// </param>
    /// <param name="collections">Collections of generation 0, 1 and 2 since the start of the process.</param>
    /// <returns>False when there are no figures this time: a collection is under way, or it is not this sample's turn.</returns>
    /// <exception cref="FathomException">The process has gone.</exception>
    public bool Sample(Span<double> values, Span<double> collections)
    {
        bool isPaced = _regions.Count >= ManyRegions;
        if (isPaced && !_pacer.Begin())
            return false;
        bool isRead = false;
        for (int look = 0; look < MaxLooks && !isRead; look++)
            isRead = TryRead();
        if (isPaced)
            _pacer.End();
        if (!isRead)
            return false;
        values[MetricCatalog.ManagedBytes.Place] = _regions.Bytes;
        values[MetricCatalog.ManagedCommittedBytes.Place] = _regions.CommittedBytes;
        if (_records is not null)
            CopyRecords(values, collections);
        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => (_memory as IDisposable)?.Dispose();

    private void CopyRecords(Span<double> values, Span<double> collections)
    {
        for (int i = 0; i < CountedGenerations; i++)
            collections[i] = _collections[i];
        if (_collections[0] > 0)
        {
            values[MetricCatalog.Gen0Bytes.Place] = _sizes[0];
            values[MetricCatalog.Gen1Bytes.Place] = _sizes[1];
            values[MetricCatalog.Gen2Bytes.Place] = _sizes[2];
        }

        // Large and pinned objects are collected with generation 2 only.
        if (_collections[2] > 0)
        {
            values[MetricCatalog.LohBytes.Place] = _sizes[Large];
            values[MetricCatalog.PohBytes.Place] = _sizes[Pinned];
        }
    }

    private bool TryRead()
    {
        if (TargetNumbers.ReadInt32(_memory, _variables.UnsettledAt) != 0 || _records?.TryRead(_collections, _sizes) == false)
            return false;
        _regions.Reset();
        int heaps = HasHeaps ? TargetNumbers.ReadInt32(_memory, _variables.HeapCountAt) ?? 0 : 1;
        if (heaps is < 1 or > MaxHeaps)
            return false;
        for (int i = 0; i < heaps; i++)
        {
            ulong heap = HasHeaps ? Heap(i) : 0;
            if ((HasHeaps && heap == 0) || !_regions.TryAdd(heap) || (i > 0 && !TryAddRecords(i, heap)))
                return false;
        }

        return TargetNumbers.ReadInt32(_memory, _variables.UnsettledAt) == 0
            && (_records is null || (_records.TryRead(_collectionsAfter, _sizesOfHeap) && _collections.AsSpan().SequenceEqual(_collectionsAfter)));
    }

    // Collections are the same in all heaps; sizes are each heap's own.
    private bool TryAddRecords(int index, ulong heap)
    {
        if (_records is null)
            return true;
        if (_moreHeaps.Count < index)
            _moreHeaps.Add(_records.OfHeap(heap, _records.DistanceFrom(Heap(0))));
        if (!_moreHeaps[index - 1].TryRead(_collectionsAfter, _sizesOfHeap))
            return false;
        for (int i = 0; i < _sizes.Length; i++)
            _sizes[i] += _sizesOfHeap[i];
        return true;
    }

    private ulong Heap(int index) => TargetNumbers.Read(_memory, _variables.HeapsAt) is not 0 and var heaps ? TargetNumbers.Read(_memory, heaps + (ulong)(index * sizeof(ulong))) : 0;
}
