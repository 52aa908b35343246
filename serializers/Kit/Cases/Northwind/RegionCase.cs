namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>The smallest object: what a call costs.</summary>
public sealed class RegionCase() : SerializerCase<RegionDto>("region", "one row of a number and a text: what a call costs by itself")
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override RegionDto Generate(CaseData data) => NorthwindRows.Region(data, 0);

    /// <inheritdoc/>
    public override long Touch(RegionDto value) => value.Id + value.RegionDescription.Length;
}
