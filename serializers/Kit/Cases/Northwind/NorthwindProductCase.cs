namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>One row of products.</summary>
public sealed class NorthwindProductCase() : SerializerCase<ProductDto>("northwind-product", "one row of products")
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override ProductDto Generate(CaseData data) => NorthwindRows.Product(data, 0);

    /// <inheritdoc/>
    public override long Touch(ProductDto value) =>
        value.Id + value.ProductName.Length + value.SupplierId + value.CategoryId + (value.QuantityPerUnit?.Length ?? 0)
            + (long)value.UnitPrice + value.UnitsInStock + value.UnitsOnOrder + value.ReorderLevel + (value.Discontinued ? 1 : 0);
}
