using System.Globalization;
using Fathom.Model.Findings;
using Fathom.Model.Inspection;

namespace Fathom.Query.Findings;

/// <summary>Very many timers that are set and call the same method.</summary>
internal sealed class TimerPileUpRule : ObjectRule
{
    /// <summary>Least timers of one callback.</summary>
    public const long MinCount = 1_000;

    /// <inheritdoc/>
    public override string Name => "timer-pile-up";

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        foreach (PileUse pile in look.Piles.Where(static pile => pile is { Kind: PileKinds.Timer, Count: >= MinCount }))
            yield return new Finding(Name, Severity.Warning, pile.Name, string.Create(CultureInfo.InvariantCulture, $"{pile.Count:#,##0} timers are set that call it"));
    }
}
