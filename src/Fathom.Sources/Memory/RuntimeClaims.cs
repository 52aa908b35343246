using System.Diagnostics;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Memory;

/// <summary>
/// What the runtime says it owns: the segments of the GC, and its native heaps. The DAC lists native heaps several times and by whole mappings, so the
/// claims of the GC's segments come first, and ranges that only bound a heap come last.
/// </summary>
/// <param name="Claims">Claims, the surest first.</param>
/// <param name="StackBases">Thread id and an address in its stack, of managed threads.</param>
internal sealed record RuntimeClaims(IReadOnlyList<AddressClaim> Claims, IReadOnlyList<(int ThreadId, ulong Address)> StackBases)
{
    private const int MaxLooks = 4;

    /// <summary>
    /// Reads the claims of a target that may run meanwhile: until two looks in a row agree.
    /// </summary>
    /// <param name="runtime">The runtime; what it caches is flushed before each look.</param>
    /// <param name="due">Ends the reading.</param>
    /// <param name="settled">Whether two looks agreed; if not, the claims are those of the last look, and approximate.</param>
    /// <param name="lookTime">How long the last look took.</param>
    public static RuntimeClaims Read(ClrRuntime runtime, CancellationToken due, out bool settled, out TimeSpan lookTime)
    {
        RuntimeClaims? before = null;
        for (int look = 1; ; look++)
        {
            due.ThrowIfCancellationRequested();
            long start = Stopwatch.GetTimestamp();
            runtime.FlushCachedData();
            RuntimeClaims now = Look(runtime, due);
            lookTime = Stopwatch.GetElapsedTime(start);
            settled = before is not null && SameSegments(before, now);
            if (settled || look == MaxLooks)
                return now;
            before = now;
        }
    }

    /// <summary>Reads the claims of a target that stands still.</summary>
    /// <param name="runtime">The runtime, with nothing cached from another moment.</param>
    /// <param name="due">Ends the reading.</param>
    public static RuntimeClaims Look(ClrRuntime runtime, CancellationToken due)
    {
        List<AddressClaim> segments = [];
        foreach (ClrSegment segment in runtime.Heap.Segments)
            AddSegment(segments, segment);
        List<AddressClaim> heaps = [];
        List<AddressClaim> bounds = [];
        foreach (ClrNativeHeapInfo heap in runtime.EnumerateClrNativeHeaps())
        {
            due.ThrowIfCancellationRequested();
            if (heap.MemoryRange.Length == 0)
                continue;
            (string category, string? owner) = Of(heap.Kind);
            AddressClaim claim = new(new AddressRange(heap.MemoryRange.Start, heap.MemoryRange.End), category, owner);
            (heap.State == ClrNativeHeapState.RegionOfRegions ? bounds : heaps).Add(claim);
        }

        return new RuntimeClaims(
            [.. segments, .. heaps, .. bounds],
            [.. runtime.Threads.Where(static thread => thread.Tid() != 0).Select(static thread => (thread.Tid(), ThreadStack.Of(thread).End)).Where(static stack => stack.End != 0)]);
    }

    // Objects, and what is committed behind them. The header of the first object lies before it.
    private static void AddSegment(List<AddressClaim> claims, ClrSegment segment)
    {
        string generation = segment.Kind.ToString().ToLowerInvariant() switch
        {
            "generation0" => "gen0",
            "generation1" => "gen1",
            "generation2" => "gen2",
            string other => other,
        };
        ulong start = segment.CommittedMemory.Start != 0 ? Math.Min(segment.CommittedMemory.Start, segment.Start) : segment.Start;
        if (segment.End > start)
            claims.Add(new AddressClaim(new AddressRange(start, segment.End), MemoryCategories.ManagedHeap, generation));
        if (segment.CommittedMemory.End > segment.End)
            claims.Add(new AddressClaim(new AddressRange(Math.Max(segment.End, start), segment.CommittedMemory.End), MemoryCategories.ManagedUnused, generation));
    }

    private static bool SameSegments(RuntimeClaims a, RuntimeClaims b) =>
        a.Claims.Where(IsSegment).Select(claim => claim.Range.Start).SequenceEqual(b.Claims.Where(IsSegment).Select(claim => claim.Range.Start));

    private static bool IsSegment(AddressClaim claim) => claim.Category == MemoryCategories.ManagedHeap;

    private static (string, string?) Of(NativeHeapKind kind) => kind switch
    {
        NativeHeapKind.LoaderCodeHeap or NativeHeapKind.HostCodeHeap => (MemoryCategories.JitCode, kind.ToString()),
        NativeHeapKind.GCBookkeeping => (MemoryCategories.GcBookkeeping, null),
        _ when kind.ToString().StartsWith("GCFree", StringComparison.Ordinal) => (MemoryCategories.ManagedFreeRegions, kind.ToString()),
        _ => (MemoryCategories.RuntimeHeap, kind.ToString()),
    };
}
