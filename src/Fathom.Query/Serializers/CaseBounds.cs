namespace Fathom.Query.Serializers;

/// <summary>What the results of a case are held against beside the best: the floors.</summary>
internal sealed class CaseBounds
{
    // What somebody who knows the type would write. Nothing else bounds writing: copying finished bytes takes a thousandth.
    private const string ByHand = "(hand-written)";

    /// <param name="results">The results of one case in one lane.</param>
    public CaseBounds(ComparedResult[] results)
    {
        ComparedResult[] floors = [.. results.Where(static one => one is { Role: "floor", Outcome: "ok", Measured: not null })];
        ComparedResult[] byHand = [.. floors.Where(static one => one.Serializer == ByHand)];
        // What makes no objects is no bound of reading, unless there is no other.
        ComparedResult[] makers = [.. floors.Where(static one => one.Measured!.DeserializeAllocatedBytes >= 1)];
        SerializeFloor = Least((byHand.Length > 0 ? byHand : floors).Select(static one => one.Measured!.Serialize));
        DeserializeFloor = Least((byHand.Length > 0 ? byHand : makers.Length > 0 ? makers : floors).Select(static one => one.Measured!.Deserialize));
    }

    /// <summary>Nanoseconds of code by hand, or else of the fastest floor; not a number where there is none.</summary>
    public double SerializeFloor { get; }

    /// <summary>The same for reading, where a floor must make the objects.</summary>
    public double DeserializeFloor { get; }

    private static double Least(IEnumerable<Estimate?> times) => times.OfType<Estimate>().Select(static time => time.Median).DefaultIfEmpty(double.NaN).Min();
}
