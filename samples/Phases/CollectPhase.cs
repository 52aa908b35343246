namespace Phases;

/// <summary>Collections of each generation, so often that every number is another.</summary>
internal static class CollectPhase
{
    private static readonly int[] s_counts = [5, 3, 2];

    public static void Run(Phase phase) => phase.Run(_ =>
    {
        for (int generation = 0; generation < s_counts.Length; generation++)
        {
            phase.Fact($"gen{generation}", s_counts[generation]);
            for (int i = 0; i < s_counts[generation]; i++)
                GC.Collect(generation, GCCollectionMode.Forced, blocking: true, compacting: generation == 2);
        }
    });
}
