namespace Phases;

/// <summary>Collections that the program asks for: of each generation another number, some of which the runtime makes older by itself.</summary>
internal static class CollectPhase
{
    private static readonly int[] s_counts = [5, 3, 2];

    public static void Run(Phase phase) => phase.Run(_ =>
    {
        int[] before = Counts();
        for (int generation = 0; generation < s_counts.Length; generation++)
        {
            for (int i = 0; i < s_counts[generation]; i++)
                GC.Collect(generation, GCCollectionMode.Forced, blocking: true, compacting: generation == 2);
        }

        int[] after = Counts();
        for (int generation = 0; generation < s_counts.Length; generation++)
            phase.Fact($"gen{generation}", after[generation] - before[generation]);
        phase.Fact("collections", s_counts.Sum());
    });

    // A collection of a generation counts for all that are younger.
    private static int[] Counts() =>
        [GC.CollectionCount(0) - GC.CollectionCount(1), GC.CollectionCount(1) - GC.CollectionCount(2), GC.CollectionCount(2)];
}
