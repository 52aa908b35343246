namespace Fathom.Query.Findings;

/// <summary>All rules that judge a look at threads. A new rule is a file here and a line in this list and in docs/findings.md.</summary>
internal static class ThreadRules
{
    public static IReadOnlyList<ThreadRule> All { get; } =
    [
        new DeadlockRule(),
        new ThreadPoolStarvationRule(),
        new SpinningThreadRule(),
        new AsyncPileUpRule(),
    ];
}
