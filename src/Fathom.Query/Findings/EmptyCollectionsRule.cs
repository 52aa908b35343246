using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>Many collections of one type that hold nothing.</summary>
internal sealed class EmptyCollectionsRule : ObjectRule
{
    /// <summary>Least empty ones; they must also be half of all.</summary>
    public const long MinCount = 10_000;

    /// <inheritdoc/>
    public override string Name => "empty-collections";

    /// <inheritdoc/>
    public override bool IsWaste => true;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Objects, LookParts.Waste];

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        foreach (CollectionUse use in look.Collections.Where(static use => use.EmptyCount >= MinCount && use.EmptyCount * 2 >= use.Count).OrderByDescending(static use => use.EmptyBytes))
        {
            yield return new Finding(
                Name,
                Severity.Info,
                use.Type,
                string.Create(CultureInfo.InvariantCulture, $"{use.EmptyCount:#,##0} of {use.Count:#,##0} collections are empty; they take {Waste.Text(use.EmptyBytes)}"));
        }
    }
}
