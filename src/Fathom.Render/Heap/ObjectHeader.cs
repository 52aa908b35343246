using System.Globalization;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Heap;

/// <summary>The lines above the fields of an object: which object, and whose.</summary>
public static class ObjectHeader
{
    /// <summary>The header.</summary>
    /// <param name="facts">The object.</param>
    /// <param name="heap">The heap that it lies on.</param>
    public static IReadOnlyList<string> Of(HeapObjectFacts facts, HeapSnapshotFacts heap) => [HeapHeader.Of(heap)[0], Sentence(facts)];

    private static string Sentence(HeapObjectFacts facts)
    {
        string size = ReadableNumber.Of(facts.SizeBytes, ColumnUnit.Bytes);
        string held = facts.ElementCount is not { } count ? "" : $", {count.ToString("#,##0", CultureInfo.InvariantCulture)} {(facts.HasElements ? "elements" : "characters")}";
        string capacity = facts.Capacity is not { } most ? "" : $", space for {most.ToString("#,##0", CultureInfo.InvariantCulture)}";
        return $"{SafeText.Of(facts.Type)} at 0x{facts.Address:x}: {facts.Generation}, {size}{held}{capacity}.";
    }
}
