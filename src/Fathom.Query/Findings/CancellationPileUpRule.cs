using System.Globalization;
using Fathom.Model.Findings;
using Fathom.Model.Inspection;

namespace Fathom.Query.Findings;

/// <summary>Very many open CancellationTokenSources, or very many callbacks registered with one.</summary>
internal sealed class CancellationPileUpRule : ObjectRule
{
    /// <summary>Least sources, or callbacks of one source.</summary>
    public const long MinCount = 1_000;

    /// <inheritdoc/>
    public override string Name => "cancellation-pile-up";

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        foreach (PileUse pile in look.Piles.Where(static pile => pile.Count >= MinCount))
        {
            if (pile.Kind == PileKinds.CancellationCallback)
            {
                yield return new Finding(
                    Name,
                    Severity.Warning,
                    $"{pile.Name} 0x{pile.Address:x}",
                    string.Create(CultureInfo.InvariantCulture, $"{pile.Count:#,##0} callbacks are registered with this one source; it keeps them and what they hold until they are disposed"));
            }
            else if (pile.Kind == PileKinds.CancellationSource)
            {
                yield return new Finding(
                    Name, Severity.Warning, pile.Name, string.Create(CultureInfo.InvariantCulture, $"{pile.Count:#,##0} sources are neither cancelled nor disposed"));
            }
        }
    }
}
