namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>Rows of the widest table: many small texts that may be null, dates and numbers.</summary>
public sealed class NorthwindRowsCase() : SerializerCase<OrderRows>("northwind-rows", "N rows of orders: small texts, many null, dates, numbers")
{
    /// <inheritdoc/>
    public override OrderRows Generate(CaseData data) => new() { Orders = data.Many(data.Dials.N, NorthwindRows.Order) };

    /// <inheritdoc/>
    public override long Touch(OrderRows value)
    {
        long sum = 0;
        foreach (OrderDto one in value.Orders)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(OrderDto value) =>
        value.Id + value.CustomerId.Length + value.EmployeeId + value.OrderDate.Ticks + (value.RequiredDate?.Ticks ?? 0)
            + (value.ShippedDate?.Ticks ?? 0) + (value.ShipVia ?? 0) + (long)value.Freight + (value.ShipName?.Length ?? 0)
            + (value.ShipAddress?.Length ?? 0) + (value.ShipCity?.Length ?? 0) + (value.ShipRegion?.Length ?? 0)
            + (value.ShipPostalCode?.Length ?? 0) + (value.ShipCountry?.Length ?? 0);
}
