using Fathom.Model.Findings;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>Many calls of one async method that stand at the same await.</summary>
internal sealed class AsyncPileUpRule : ThreadRule
{
    /// <summary>Least calls at one await.</summary>
    public const long MinCount = 100;

    /// <inheritdoc/>
    public override string Name => "async-pile-up";

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ThreadLook look)
    {
        foreach (AsyncFacts wait in look.AsyncWaits.Where(static wait => wait.Count >= MinCount).OrderByDescending(static wait => wait.Count))
        {
            string awaited = wait.Awaits is null ? "" : $" and wait for {wait.Awaits}";
            yield return new Finding(Name, Severity.Info, wait.Method, $"{wait.Count} calls are suspended at await {wait.AwaitIndex}{awaited}");
        }
    }
}
