namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>All tables of a small trading database: where a header per type is spread over many rows.</summary>
public sealed class NorthwindTablesCase() : SerializerCase<NorthwindTables>("northwind-tables", "11 tables with N rows in all, in the proportions of a well-known trading database of 3308 rows")
{
    private const int ModelRows = 3308;

    /// <inheritdoc/>
    public override NorthwindTables Generate(CaseData data)
    {
        int left = data.Dials.N;
        NorthwindTables tables = new()
        {
            Regions = Rows(data, 4, ref left, NorthwindRows.Region),
            Orders = Rows(data, 830, ref left, NorthwindRows.Order),
            Customers = Rows(data, 91, ref left, NorthwindRows.Customer),
            Products = Rows(data, 77, ref left, NorthwindRows.Product),
            Territories = Rows(data, 53, ref left, NorthwindRows.Territory),
            EmployeeTerritories = Rows(data, 49, ref left, NorthwindRows.EmployeeTerritory),
            Suppliers = Rows(data, 29, ref left, NorthwindRows.Supplier),
            Employees = Rows(data, 9, ref left, NorthwindRows.Employee),
            Categories = Rows(data, 8, ref left, NorthwindRows.Category),
            Shippers = Rows(data, 3, ref left, NorthwindRows.Shipper),
        };
        tables.OrderDetails = data.Many(left, NorthwindRows.OrderDetail);
        return tables;
    }

    /// <inheritdoc/>
    public override long Touch(NorthwindTables value)
    {
        long sum = 0;
        foreach (RegionDto one in value.Regions)
            sum += Sum(one);
        foreach (TerritoryDto one in value.Territories)
            sum += Sum(one);
        foreach (CategoryDto one in value.Categories)
            sum += Sum(one);
        foreach (ShipperDto one in value.Shippers)
            sum += Sum(one);
        foreach (SupplierDto one in value.Suppliers)
            sum += Sum(one);
        foreach (CustomerDto one in value.Customers)
            sum += Sum(one);
        foreach (EmployeeDto one in value.Employees)
            sum += Sum(one);
        foreach (EmployeeTerritoryDto one in value.EmployeeTerritories)
            sum += Sum(one);
        foreach (ProductDto one in value.Products)
            sum += Sum(one);
        foreach (OrderDto one in value.Orders)
            sum += Sum(one);
        foreach (OrderDetailDto one in value.OrderDetails)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(RegionDto value) => value.Id + value.RegionDescription.Length;

    private static long Sum(TerritoryDto value) =>
        value.Id.Length + value.TerritoryDescription.Length + value.RegionId;

    private static long Sum(CategoryDto value) =>
        value.Id + value.CategoryName.Length + (value.Description?.Length ?? 0);

    private static long Sum(ShipperDto value) =>
        value.Id + value.CompanyName.Length + (value.Phone?.Length ?? 0);

    private static long Sum(SupplierDto value) =>
        value.Id + value.CompanyName.Length + (value.ContactName?.Length ?? 0) + (value.ContactTitle?.Length ?? 0)
            + (value.Address?.Length ?? 0) + (value.City?.Length ?? 0) + (value.Region?.Length ?? 0) + (value.PostalCode?.Length ?? 0)
            + (value.Country?.Length ?? 0) + (value.Phone?.Length ?? 0) + (value.Fax?.Length ?? 0) + (value.HomePage?.Length ?? 0);

    private static long Sum(CustomerDto value) =>
        value.Id.Length + value.CompanyName.Length + (value.ContactName?.Length ?? 0) + (value.ContactTitle?.Length ?? 0)
            + (value.Address?.Length ?? 0) + (value.City?.Length ?? 0) + (value.Region?.Length ?? 0) + (value.PostalCode?.Length ?? 0)
            + (value.Country?.Length ?? 0) + (value.Phone?.Length ?? 0) + (value.Fax?.Length ?? 0);

    private static long Sum(EmployeeDto value) =>
        value.Id + value.LastName.Length + value.FirstName.Length + (value.Title?.Length ?? 0)
            + (value.TitleOfCourtesy?.Length ?? 0) + (value.BirthDate?.Ticks ?? 0) + (value.HireDate?.Ticks ?? 0)
            + (value.Address?.Length ?? 0) + (value.City?.Length ?? 0) + (value.Region?.Length ?? 0) + (value.PostalCode?.Length ?? 0)
            + (value.Country?.Length ?? 0) + (value.HomePhone?.Length ?? 0) + (value.Extension?.Length ?? 0)
            + (value.Notes?.Length ?? 0) + (value.ReportsTo ?? 0) + (value.PhotoPath?.Length ?? 0);

    private static long Sum(EmployeeTerritoryDto value) =>
        value.Id.Length + value.EmployeeId + value.TerritoryId.Length;

    private static long Sum(ProductDto value) =>
        value.Id + value.ProductName.Length + value.SupplierId + value.CategoryId + (value.QuantityPerUnit?.Length ?? 0)
            + (long)value.UnitPrice + value.UnitsInStock + value.UnitsOnOrder + value.ReorderLevel + (value.Discontinued ? 1 : 0);

    private static long Sum(OrderDto value) =>
        value.Id + value.CustomerId.Length + value.EmployeeId + value.OrderDate.Ticks + (value.RequiredDate?.Ticks ?? 0)
            + (value.ShippedDate?.Ticks ?? 0) + (value.ShipVia ?? 0) + (long)value.Freight + (value.ShipName?.Length ?? 0)
            + (value.ShipAddress?.Length ?? 0) + (value.ShipCity?.Length ?? 0) + (value.ShipRegion?.Length ?? 0)
            + (value.ShipPostalCode?.Length ?? 0) + (value.ShipCountry?.Length ?? 0);

    private static long Sum(OrderDetailDto value) =>
        value.Id.Length + value.OrderId + value.ProductId + (long)value.UnitPrice + value.Quantity + (long)value.Discount;

    // At least one row of each, while there are any.
    private static List<T> Rows<T>(CaseData data, int ofModel, ref int left, Func<CaseData, int, T> row)
    {
        int count = Math.Min(left, Math.Max(1, (int)((long)data.Dials.N * ofModel / ModelRows)));
        left -= count;
        return data.Many(count, row);
    }
}
