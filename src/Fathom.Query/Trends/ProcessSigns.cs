namespace Fathom.Query.Trends;

/// <summary>What other metrics of a process say about the growth of one.</summary>
/// <param name="SwappedBytes">Bytes that went to swap from the first to the last sample; 0 where nothing is known of it.</param>
/// <param name="HasCollected">Whether a garbage collection came meanwhile.</param>
/// <param name="ManagedRise">Bytes by which the managed heap rose; 0 where nothing is known of it.</param>
/// <param name="HasEventSession">Whether the watch had an event session, which makes a process grow.</param>
internal readonly record struct ProcessSigns(double SwappedBytes, bool HasCollected, double ManagedRise, bool HasEventSession)
{
    private const string Swap = "swap_bytes";
    private const string Session = "event_sessions";
    private const string Collections = "gen0_collections";

    // Sizes that change with collections only.
    private static readonly string[] s_generations = ["gen0_bytes", "gen1_bytes", "gen2_bytes", "loh_bytes"];

    /// <summary>What the ends of the series of a process show.</summary>
    /// <param name="ends">The first, the last and the largest value of a metric; null where it has none.</param>
    public static ProcessSigns Of(Func<string, (double First, double Last, double Highest)?> ends) => new(
        Rise(ends(Swap)),
        ends(Collections) is { } collections ? collections.Last > collections.First : s_generations.Any(metric => ends(metric) is { } size && size.Highest != size.First),
        Rise(ends(TrendLine.Managed)),
        ends(Session) is { Highest: > 0 });

    private static double Rise((double First, double Last, double Highest)? ends) => ends is { } known ? known.Last - known.First : 0;
}
