namespace Fathom.Query.Findings;

/// <summary>All rules. A new one is a file here and a line in this list and in docs/findings.md.</summary>
internal static class Rules
{
    public static IReadOnlyList<Rule> All { get; } =
    [
        new DeadlockRule(),
        new ThreadPoolStarvationRule(),
        new SpinningThreadRule(),
        new AsyncPileUpRule(),
        new CorruptedDictionaryRule(),
        new StuckFinalizerRule(),
        new EventTargetsRule(),
        new TimerPileUpRule(),
        new CancellationPileUpRule(),
        new TaskPileUpRule(),
        new UnloadedContextRule(),
        new RepeatedAssembliesRule(),
        new DuplicateStringsRule(),
        new SparseArraysRule(),
        new SparseCollectionsRule(),
        new EmptyCollectionsRule(),
        new PinnedHeapRule(),
    ];
}
