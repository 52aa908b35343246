using Fathom.Query.Serializers.Contests;

namespace Fathom.Query.Serializers;

/// <summary>What the results of a case are held against beside the best: the floors, the fastest of those that bound the operation.</summary>
internal static class CaseBounds
{
    // What somebody who knows the type would write. Nothing else bounds writing: copying finished bytes takes a thousandth.
    private const string ByHand = "(hand-written)";

    /// <summary>Code by hand, or else the fastest floor; null where there is none.</summary>
    /// <param name="results">The results of one case in one lane.</param>
    public static ComparedResult? OfSerializing(ComparedResult[] results)
    {
        ComparedResult[] floors = Floors(results);
        return (ByHandOf(floors) is { Length: > 0 } byHand ? byHand : floors).Where(static one => one.Measured!.Serialize is not null).MinBy(static one => one.Measured!.Serialize!.Value.Median);
    }

    /// <summary>The same for reading. What makes no objects is no bound of reading, unless there is no other.</summary>
    public static ComparedResult? OfDeserializing(ComparedResult[] results)
    {
        ComparedResult[] floors = Floors(results), makers = [.. floors.Where(static one => one.Measured!.DeserializeAllocatedBytes >= 1)];
        return (ByHandOf(floors) is { Length: > 0 } byHand ? byHand : makers.Length > 0 ? makers : floors)
            .Where(static one => one.Measured!.Deserialize is not null).MinBy(static one => one.Measured!.Deserialize!.Value.Median);
    }

    private static ComparedResult[] Floors(ComparedResult[] results) => [.. results.Where(static one => one is { Role: "floor", Outcome: "ok", Measured: not null })];

    private static ComparedResult[] ByHandOf(ComparedResult[] floors) => [.. floors.Where(static one => one.Serializer == ByHand)];
}
