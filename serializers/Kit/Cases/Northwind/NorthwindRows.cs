namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>Draws the rows of a small trading database.</summary>
internal static class NorthwindRows
{
    public static RegionDto Region(CaseData data, int at) => new() { Id = at + 1, RegionDescription = data.Text() };

    public static TerritoryDto Territory(CaseData data, int at) => new() { Id = $"{10_000 + (at * 17)}", TerritoryDescription = data.Text(), RegionId = data.Between(1, 4) };

    public static CategoryDto Category(CaseData data, int at) => new() { Id = at + 1, CategoryName = data.Name(), Description = data.TextOrNull() };

    public static ShipperDto Shipper(CaseData data, int at) => new() { Id = at + 1, CompanyName = data.Text(), Phone = PhoneOrNull(data) };

    public static SupplierDto Supplier(CaseData data, int at) => new()
    {
        Id = at + 1,
        CompanyName = data.Text(),
        ContactName = data.IsNull() ? null : $"{data.Name()} {data.Name()}",
        ContactTitle = JobOrNull(data),
        Address = data.TextOrNull(),
        City = NameOrNull(data),
        Region = RegionOrNull(data),
        PostalCode = data.IsNull() ? null : data.Digits(5),
        Country = CountryOrNull(data),
        Phone = PhoneOrNull(data),
        Fax = PhoneOrNull(data),
        HomePage = data.IsNull() ? null : $"http://www.{data.Word()}.example/",
    };

    public static CustomerDto Customer(CaseData data, int at) => new()
    {
        Id = CustomerId(at),
        CompanyName = data.Text(),
        ContactName = data.IsNull() ? null : $"{data.Name()} {data.Name()}",
        ContactTitle = JobOrNull(data),
        Address = data.TextOrNull(),
        City = NameOrNull(data),
        Region = RegionOrNull(data),
        PostalCode = data.IsNull() ? null : data.Digits(5),
        Country = CountryOrNull(data),
        Phone = PhoneOrNull(data),
        Fax = PhoneOrNull(data),
    };

    public static EmployeeDto Employee(CaseData data, int at) => new()
    {
        Id = at + 1,
        LastName = data.Name(),
        FirstName = data.Name(),
        Title = JobOrNull(data),
        TitleOfCourtesy = data.IsNull() ? null : data.OneOf("Ms.", "Mr.", "Dr."),
        BirthDate = data.IsNull() ? null : data.Day(),
        HireDate = data.IsNull() ? null : data.Day(),
        Address = data.TextOrNull(),
        City = NameOrNull(data),
        Region = RegionOrNull(data),
        PostalCode = data.IsNull() ? null : data.Digits(5),
        Country = CountryOrNull(data),
        HomePhone = PhoneOrNull(data),
        Extension = data.IsNull() ? null : data.Digits(4),
        Notes = data.IsNull() ? null : $"{data.Text()} {data.Text()} {data.Text()} {data.Text()}",
        ReportsTo = data.IsNull() ? null : data.Between(1, 9),
        PhotoPath = data.IsNull() ? null : $"http://{data.Word()}.example/employees/{data.Word()}.bmp",
    };

    public static EmployeeTerritoryDto EmployeeTerritory(CaseData data, int at)
    {
        int employee = data.Between(1, 9);
        string territory = $"{10_000 + (at * 17)}";
        return new() { Id = $"{employee}/{territory}", EmployeeId = employee, TerritoryId = territory };
    }

    public static ProductDto Product(CaseData data, int at) => new()
    {
        Id = at + 1,
        ProductName = data.Text(),
        SupplierId = data.Between(1, 29),
        CategoryId = data.Between(1, 8),
        QuantityPerUnit = data.IsNull() ? null : $"{data.Between(1, 48)} boxes x {data.Between(1, 30)} bags",
        UnitPrice = data.Money(26_350),
        UnitsInStock = data.Skewed(7),
        UnitsOnOrder = data.Random.Chance(80) ? 0 : data.Between(1, 10) * 10,
        ReorderLevel = data.Between(0, 6) * 5,
        Discontinued = data.Random.Chance(10),
    };

    public static OrderDto Order(CaseData data, int at) => new()
    {
        Id = 10_248 + at,
        CustomerId = CustomerId(data.Between(0, 90)),
        EmployeeId = data.Between(1, 9),
        OrderDate = data.Day(),
        RequiredDate = data.IsNull() ? null : data.Day(),
        ShippedDate = data.IsNull() ? null : data.Day(),
        ShipVia = data.IsNull() ? null : data.Between(1, 3),
        Freight = data.Money(100_000),
        ShipName = data.TextOrNull(),
        ShipAddress = data.TextOrNull(),
        ShipCity = NameOrNull(data),
        ShipRegion = RegionOrNull(data),
        ShipPostalCode = data.IsNull() ? null : data.Digits(5),
        ShipCountry = CountryOrNull(data),
    };

    public static OrderDetailDto OrderDetail(CaseData data, int at)
    {
        // Two to three lines per order, as 2155 are to 830.
        int order = 10_248 + (at * 2 / 5), product = data.Between(1, 77);
        return new()
        {
            Id = $"{order}/{product}/{at % 5}",
            OrderId = order,
            ProductId = product,
            UnitPrice = data.Money(26_350),
            Quantity = data.Between(1, 130),
            Discount = data.Random.Chance(60) ? 0 : data.Between(1, 5) / 20.0,
        };
    }

    private static string CustomerId(int at) =>
        string.Create(5, at, static (id, number) =>
        {
            for (int i = id.Length - 1; i >= 0; i--, number /= 26)
                id[i] = (char)('A' + (number % 26));
        });

    private static string? NameOrNull(CaseData data) => data.IsNull() ? null : data.Name();

    private static string? PhoneOrNull(CaseData data) => data.IsNull() ? null : data.Phone();

    private static string? JobOrNull(CaseData data) => data.IsNull() ? null : data.OneOf("Sales Representative", "Owner", "Order Administrator", "Marketing Manager");

    // Most countries have no regions, whatever the dial says.
    private static string? RegionOrNull(CaseData data) => data.Random.Chance(60) || data.IsNull() ? null : data.OneOf("WA", "OR", "BC", "SP", "RJ");

    private static string? CountryOrNull(CaseData data) => data.IsNull() ? null : data.OneOf("USA", "UK", "Germany", "Brazil", "France", "Mexico");
}
