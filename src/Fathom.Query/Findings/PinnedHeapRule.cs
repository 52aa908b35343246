using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>A large share of the heap that the collector cannot move, because handles pin it.</summary>
internal sealed class PinnedHeapRule : ObjectRule
{
    /// <summary>Least bytes.</summary>
    public const long MinBytes = 10 * 1024 * 1024;

    /// <summary>Least share of the heap.</summary>
    public const double MinShare = 0.2;

    private const int MaxTypes = 3;

    /// <inheritdoc/>
    public override string Name => "pinned-heap";

    /// <inheritdoc/>
    public override bool IsWaste => true;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Objects, LookParts.Tables];

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        InspectionFacts facts = look.Facts;
        if (facts.PinnedBytes < MinBytes || facts.PinnedBytes < MinShare * facts.ObjectBytes)
            yield break;
        string types = string.Join(", ", look.Rows("findings/pinned").Take(MaxTypes).Select(static row =>
            string.Create(CultureInfo.InvariantCulture, $"{row.Number("count"):#,##0} handles to {row.Text("type")}")));
        yield return new Finding(
            Name,
            Severity.Warning,
            "heap",
            $"handles pin {Waste.Text(facts.PinnedBytes, facts.ObjectBytes)}: {types}; {Waste.Text(facts.FreeBytes)} lie free between objects");
    }
}
