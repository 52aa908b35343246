using Fathom.Model.Heap;
using Fathom.Model.Recording;

namespace Fathom.Sources.Heap.Strings;

/// <summary>Sums of the strings of a heap by how often their text exists.</summary>
internal sealed class StringTotals
{
    private Sum _duplicate;
    private Sum _unique;
    private Sum _other;

    /// <summary>Strings whose texts were not told apart.</summary>
    public long OtherCount => _other.Count;

    /// <summary>Bytes that those occupy.</summary>
    public long OtherBytes => _other.SizeBytes;

    /// <summary>Adds a text.</summary>
    /// <param name="count">Strings with it.</param>
    /// <param name="sizeBytes">What they occupy together.</param>
    public void Add(long count, long sizeBytes)
    {
        ref Sum sum = ref count > 1 ? ref _duplicate : ref _unique;
        sum = new Sum(sum.Count + count, sum.DistinctCount + 1, sum.SizeBytes + sizeBytes, sum.WasteBytes + sizeBytes - (sizeBytes / count));
    }

    /// <summary>Adds strings whose texts were not told apart.</summary>
    public void AddOthers(long count, long sizeBytes) => _other = _other with { Count = _other.Count + count, SizeBytes = _other.SizeBytes + sizeBytes };

    /// <summary>Writes them.</summary>
    /// <param name="snapshotId">Id of the snapshot in the recording.</param>
    /// <param name="sink">Where to.</param>
    public void Write(uint snapshotId, IRecordingSink sink)
    {
        Write(snapshotId, sink, "duplicate", _duplicate);
        Write(snapshotId, sink, "unique", _unique);
        Write(snapshotId, sink, "other", _other);
    }

    private static void Write(uint snapshotId, IRecordingSink sink, string kind, Sum sum) =>
        sink.Write<HeapStringTotalRow>([new(snapshotId, sink.Ids.Text(kind), sum.Count, sum.DistinctCount, sum.SizeBytes, sum.WasteBytes)]);

    private readonly record struct Sum(long Count, long DistinctCount, long SizeBytes, long WasteBytes);
}
