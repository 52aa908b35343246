namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>One row of orders.</summary>
public sealed class NorthwindOrderCase() : SerializerCase<OrderDto>("northwind-order", "one row of orders")
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override OrderDto Generate(CaseData data) => NorthwindRows.Order(data, 0);

    /// <inheritdoc/>
    public override long Touch(OrderDto value) =>
        value.Id + value.CustomerId.Length + value.EmployeeId + value.OrderDate.Ticks + (value.RequiredDate?.Ticks ?? 0)
            + (value.ShippedDate?.Ticks ?? 0) + (value.ShipVia ?? 0) + (long)value.Freight + (value.ShipName?.Length ?? 0)
            + (value.ShipAddress?.Length ?? 0) + (value.ShipCity?.Length ?? 0) + (value.ShipRegion?.Length ?? 0)
            + (value.ShipPostalCode?.Length ?? 0) + (value.ShipCountry?.Length ?? 0);
}
