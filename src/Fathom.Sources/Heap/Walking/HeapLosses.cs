using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>Collects losses. Bounded: from some number on, further ranges are put together into one, with nothing left uncounted.</summary>
internal sealed class HeapLosses
{
    private const int MaxRanges = 1_000;
    private const string Together = "further ranges, put together";

    private readonly List<HeapLoss> _ranges = [];
    private HeapLoss? _further;

    public long Bytes { get; private set; }

    public IEnumerable<HeapLoss> All => _further is { } further ? _ranges.Append(further) : _ranges;

    /// <summary>Adds what another walk has lost.</summary>
    public void Add(HeapLoss loss)
    {
        if (loss.Ranges == 1)
        {
            Add(loss.SegmentId, loss.Range, loss.Reason);
            return;
        }

        Bytes += loss.Bytes;
        Put(loss);
    }

    public void Add(uint segmentId, AddressRange range, string reason)
    {
        Bytes += range.Length;
        if (_ranges.Count < MaxRanges)
        {
            _ranges.Add(new HeapLoss(segmentId, range, range.Length, 1, reason));
            return;
        }

        Put(new HeapLoss(segmentId, range, range.Length, 1, reason));
    }

    private void Put(HeapLoss loss)
    {
        HeapLoss further = _further ?? new HeapLoss(loss.SegmentId, loss.Range, 0, 0, Together);
        AddressRange hull = new(Math.Min(further.Range.Start, loss.Range.Start), Math.Max(further.Range.End, loss.Range.End));
        _further = further with { Range = hull, Bytes = further.Bytes + loss.Bytes, Ranges = further.Ranges + loss.Ranges };
    }
}
