using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>Collections of one type that have far more room than elements, and waste much.</summary>
internal sealed class SparseCollectionsRule : ObjectRule
{
    /// <inheritdoc/>
    public override string Name => "sparse-collections";

    /// <inheritdoc/>
    public override bool IsWaste => true;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Objects, LookParts.Waste];

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        long heap = look.Facts.ObjectBytes;
        foreach (CollectionUse use in look.Collections.Where(use => Waste.IsLarge(use.WastedBytes, heap)))
        {
            yield return new Finding(
                Name,
                Severity.Warning,
                use.Type,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{use.SparseCount:#,##0} of {use.Count:#,##0} collections use a quarter of their room or less; they waste {Waste.Text(use.WastedBytes, heap)}"));
        }
    }
}
