using System.Globalization;
using Fathom.Model.Findings;
using Fathom.Model.Inspection;

namespace Fathom.Query.Findings;

/// <summary>Very many tasks that have not completed, or very many continuations of one.</summary>
internal sealed class TaskPileUpRule : ObjectRule
{
    /// <summary>Least tasks of one type, or continuations of one task.</summary>
    public const long MinCount = 1_000;

    /// <inheritdoc/>
    public override string Name => "task-pile-up";

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        foreach (PileUse pile in look.Piles.Where(static pile => pile.Count >= MinCount))
        {
            if (pile.Kind == PileKinds.Continuation)
            {
                yield return new Finding(
                    Name,
                    Severity.Warning,
                    $"{pile.Name} 0x{pile.Address:x}",
                    string.Create(CultureInfo.InvariantCulture, $"{pile.Count:#,##0} continuations wait for this one task; it keeps them and what they hold until it completes"));
            }
            else if (pile.Kind == PileKinds.Task && !HasOwnRule(pile.Name))
            {
                yield return new Finding(Name, Severity.Info, pile.Name, string.Create(CultureInfo.InvariantCulture, $"{pile.Count:#,##0} tasks have not completed"));
            }
        }
    }

    // Calls of async methods are async-pile-up's, and each Task.Delay has a timer.
    private static bool HasOwnRule(string type) =>
        type.Contains("AsyncStateMachineBox<", StringComparison.Ordinal)
        || type.StartsWith("System.Runtime.CompilerServices.AsyncHelpers+RuntimeAsyncTask<", StringComparison.Ordinal)
        || type.StartsWith("System.Threading.Tasks.Task+DelayPromise", StringComparison.Ordinal);
}
