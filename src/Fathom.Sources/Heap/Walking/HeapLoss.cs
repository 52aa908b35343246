using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>A range of a segment that the walk could not account for.</summary>
/// <param name="SegmentId">The segment.</param>
/// <param name="Range">From the first byte in doubt to where the walk went on.</param>
/// <param name="Bytes">Bytes lost; less than the range where several ranges were put together.</param>
/// <param name="Ranges">How many ranges this stands for.</param>
/// <param name="Reason">Why, in a short phrase.</param>
internal readonly record struct HeapLoss(uint SegmentId, AddressRange Range, long Bytes, long Ranges, string Reason);
