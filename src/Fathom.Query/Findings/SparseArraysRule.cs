using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>Arrays of one type that are mostly null or zero and waste much.</summary>
internal sealed class SparseArraysRule : ObjectRule
{
    /// <inheritdoc/>
    public override string Name => "sparse-arrays";

    /// <inheritdoc/>
    public override bool IsWaste => true;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Objects, LookParts.Waste];

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        long heap = look.Facts.ObjectBytes;
        foreach (ArrayUse use in look.Arrays.Where(use => Waste.IsLarge(use.WastedBytes, heap)))
        {
            yield return new Finding(
                Name,
                Severity.Warning,
                use.Type,
                string.Create(CultureInfo.InvariantCulture, $"{use.SparseCount:#,##0} of {use.Count:#,##0} arrays are mostly null or zero; they waste {Waste.Text(use.WastedBytes, heap)}"));
        }
    }
}
