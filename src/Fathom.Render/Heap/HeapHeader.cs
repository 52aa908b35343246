using System.Globalization;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Heap;

/// <summary>The lines above a heap table: whose heap, how it was read, and whether it is whole.</summary>
public static class HeapHeader
{
    private const string MixedContents =
        "B minus A. A gcdump holds what its writer kept, the other side also dead objects that are not collected yet.";

    /// <summary>The header of one heap.</summary>
    public static IReadOnlyList<string> Of(HeapSnapshotFacts facts) => Of(facts, Contents(facts));

    /// <summary>The header of one heap of which a part is shown.</summary>
    /// <param name="facts">How the heap was read, and its balance.</param>
    /// <param name="contents">A sentence that says which part.</param>
    public static IReadOnlyList<string> Of(HeapSnapshotFacts facts, string contents) =>
    [
        $"{Subject(facts)}, {Source(facts)}. {contents}",
        Balance(facts),
    ];

    /// <summary>The header of a comparison.</summary>
    public static IReadOnlyList<string> Of(HeapSnapshotFacts a, HeapSnapshotFacts b) =>
    [
        IsGcDump(a) == IsGcDump(b) ? $"B minus A. {Contents(a)}" : MixedContents,
        SideText.Of('A', a.Utc, $"{Subject(a)}, {Source(a)}. {Balance(a)}"),
        SideText.Of('B', b.Utc, $"{Subject(b)}, {Source(b)}. {Balance(b)}"),
    ];

    private static string Subject(HeapSnapshotFacts facts)
    {
        string name = facts.Name ?? "a process without a name";
        string pid = facts.Pid is > 0 and { } number ? string.Create(CultureInfo.InvariantCulture, $" (pid {number})") : "";
        string runtime = RuntimeText.Of(facts.RuntimeVersion);
        string heaps = facts.HeapCount is null or 1 ? "" : string.Create(CultureInfo.InvariantCulture, $" with {facts.HeapCount} heaps");
        string mode = facts.GcMode is null ? "" : $", {facts.GcMode} GC{heaps}";
        return $"Heap of {name}{pid}{runtime}{mode}";
    }

    private static string Source(HeapSnapshotFacts facts)
    {
        if (IsGcDump(facts))
            return "from a gcdump file";
        if (facts.PauseNs is not { } pause)
            return "from a core dump";
        string expected = facts.ExpectedPauseNs is { } estimate ? $" (expected about {ReadableNumber.About(estimate, ColumnUnit.Nanoseconds)})" : "";
        return $"stopped for {ReadableNumber.Of(pause, ColumnUnit.Nanoseconds)}{expected}";
    }

    private static string Balance(HeapSnapshotFacts facts)
    {
        if (IsGcDump(facts))
            return $"{Bytes(facts.WalkedBytes)} of objects in the file.";
        string contexts = facts.AllocationContextBytes == 0 ? "" : $" less {Bytes(facts.AllocationContextBytes)} of unused allocation contexts";
        return $"Walked {Bytes(facts.WalkedBytes)} of {Bytes(facts.AllocatedBytes)} allocated{contexts}: difference {Bytes(facts.DifferenceBytes)}; "
            + $"committed {Bytes(facts.CommittedBytes ?? 0)}.";
    }

    private static string Contents(HeapSnapshotFacts facts) =>
        IsGcDump(facts) ? "The objects are those that its writer kept." : "Dead objects that are not collected yet are included.";

    private static bool IsGcDump(HeapSnapshotFacts facts) => facts.Source == "gcdump";

    private static string Bytes(long value) => ReadableNumber.Of(value, ColumnUnit.Bytes);
}
