using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>An event with very many subscribers, which it keeps alive.</summary>
internal sealed class EventTargetsRule : ObjectRule
{
    /// <summary>Least targets for a warning; the look itself tells delegates from 100 targets on.</summary>
    public const long MinWarning = 1_000;

    /// <inheritdoc/>
    public override string Name => "event-targets";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Objects, LookParts.Events];

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        foreach (DelegateUse use in look.Delegates)
        {
            string subject = use.Owner ?? string.Create(CultureInfo.InvariantCulture, $"{use.Type} 0x{use.Address:x}");
            string holder = use.Owner is null ? "the field that holds it was not found" : $"held by the {(use.IsStatic ? "static " : "")}field {use.Owner}";
            string targets = use.TargetType is null ? "static methods" : $"objects of type {use.TargetType}";
            yield return new Finding(
                Name,
                use.TargetCount >= MinWarning ? Severity.Warning : Severity.Info,
                subject,
                string.Create(CultureInfo.InvariantCulture, $"a {use.Type} calls {use.TargetCount:#,##0} targets and keeps them alive, {use.TargetTypeCount:#,##0} of them {targets}; {holder}"));
        }
    }
}
