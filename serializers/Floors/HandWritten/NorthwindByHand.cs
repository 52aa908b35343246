using Fathom.Serializers.Kit.Cases.Northwind;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class NorthwindByHand
{
    public static void Write(BinaryWriter to, CustomerDto value)
    {
        to.Write(value.Id);
        to.Write(value.CompanyName);
        to.WriteOptional(value.ContactName);
        to.WriteOptional(value.ContactTitle);
        to.WriteOptional(value.Address);
        to.WriteOptional(value.City);
        to.WriteOptional(value.Region);
        to.WriteOptional(value.PostalCode);
        to.WriteOptional(value.Country);
        to.WriteOptional(value.Phone);
        to.WriteOptional(value.Fax);
    }

    public static CustomerDto ReadCustomerDto(BinaryReader from) => new()
    {
        Id = from.ReadString(),
        CompanyName = from.ReadString(),
        ContactName = from.ReadOptionalString(),
        ContactTitle = from.ReadOptionalString(),
        Address = from.ReadOptionalString(),
        City = from.ReadOptionalString(),
        Region = from.ReadOptionalString(),
        PostalCode = from.ReadOptionalString(),
        Country = from.ReadOptionalString(),
        Phone = from.ReadOptionalString(),
        Fax = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, EmployeeDto value)
    {
        to.Write(value.Id);
        to.Write(value.LastName);
        to.Write(value.FirstName);
        to.WriteOptional(value.Title);
        to.WriteOptional(value.TitleOfCourtesy);
        to.WriteOptionalMoment(value.BirthDate);
        to.WriteOptionalMoment(value.HireDate);
        to.WriteOptional(value.Address);
        to.WriteOptional(value.City);
        to.WriteOptional(value.Region);
        to.WriteOptional(value.PostalCode);
        to.WriteOptional(value.Country);
        to.WriteOptional(value.HomePhone);
        to.WriteOptional(value.Extension);
        to.WriteOptional(value.Notes);
        to.WriteOptional(value.ReportsTo);
        to.WriteOptional(value.PhotoPath);
    }

    public static EmployeeDto ReadEmployeeDto(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        LastName = from.ReadString(),
        FirstName = from.ReadString(),
        Title = from.ReadOptionalString(),
        TitleOfCourtesy = from.ReadOptionalString(),
        BirthDate = from.ReadOptionalMoment(),
        HireDate = from.ReadOptionalMoment(),
        Address = from.ReadOptionalString(),
        City = from.ReadOptionalString(),
        Region = from.ReadOptionalString(),
        PostalCode = from.ReadOptionalString(),
        Country = from.ReadOptionalString(),
        HomePhone = from.ReadOptionalString(),
        Extension = from.ReadOptionalString(),
        Notes = from.ReadOptionalString(),
        ReportsTo = from.ReadOptionalInt32(),
        PhotoPath = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, NorthwindTables value)
    {
        to.WriteList(value.Regions, Write);
        to.WriteList(value.Territories, Write);
        to.WriteList(value.Categories, Write);
        to.WriteList(value.Shippers, Write);
        to.WriteList(value.Suppliers, Write);
        to.WriteList(value.Customers, Write);
        to.WriteList(value.Employees, Write);
        to.WriteList(value.EmployeeTerritories, Write);
        to.WriteList(value.Products, Write);
        to.WriteList(value.Orders, Write);
        to.WriteList(value.OrderDetails, Write);
    }

    public static NorthwindTables ReadNorthwindTables(BinaryReader from) => new()
    {
        Regions = from.ReadList(ReadRegionDto),
        Territories = from.ReadList(ReadTerritoryDto),
        Categories = from.ReadList(ReadCategoryDto),
        Shippers = from.ReadList(ReadShipperDto),
        Suppliers = from.ReadList(ReadSupplierDto),
        Customers = from.ReadList(ReadCustomerDto),
        Employees = from.ReadList(ReadEmployeeDto),
        EmployeeTerritories = from.ReadList(ReadEmployeeTerritoryDto),
        Products = from.ReadList(ReadProductDto),
        Orders = from.ReadList(ReadOrderDto),
        OrderDetails = from.ReadList(ReadOrderDetailDto),
    };

    public static void Write(BinaryWriter to, OrderDto value)
    {
        to.Write(value.Id);
        to.Write(value.CustomerId);
        to.Write(value.EmployeeId);
        to.WriteMoment(value.OrderDate);
        to.WriteOptionalMoment(value.RequiredDate);
        to.WriteOptionalMoment(value.ShippedDate);
        to.WriteOptional(value.ShipVia);
        to.Write(value.Freight);
        to.WriteOptional(value.ShipName);
        to.WriteOptional(value.ShipAddress);
        to.WriteOptional(value.ShipCity);
        to.WriteOptional(value.ShipRegion);
        to.WriteOptional(value.ShipPostalCode);
        to.WriteOptional(value.ShipCountry);
    }

    public static OrderDto ReadOrderDto(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        CustomerId = from.ReadString(),
        EmployeeId = from.ReadInt32(),
        OrderDate = from.ReadMoment(),
        RequiredDate = from.ReadOptionalMoment(),
        ShippedDate = from.ReadOptionalMoment(),
        ShipVia = from.ReadOptionalInt32(),
        Freight = from.ReadDouble(),
        ShipName = from.ReadOptionalString(),
        ShipAddress = from.ReadOptionalString(),
        ShipCity = from.ReadOptionalString(),
        ShipRegion = from.ReadOptionalString(),
        ShipPostalCode = from.ReadOptionalString(),
        ShipCountry = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, OrderRows value) => to.WriteList(value.Orders, Write);

    public static OrderRows ReadOrderRows(BinaryReader from) => new() { Orders = from.ReadList(ReadOrderDto) };

    public static void Write(BinaryWriter to, ProductDto value)
    {
        to.Write(value.Id);
        to.Write(value.ProductName);
        to.Write(value.SupplierId);
        to.Write(value.CategoryId);
        to.WriteOptional(value.QuantityPerUnit);
        to.Write(value.UnitPrice);
        to.Write(value.UnitsInStock);
        to.Write(value.UnitsOnOrder);
        to.Write(value.ReorderLevel);
        to.Write(value.Discontinued);
    }

    public static ProductDto ReadProductDto(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        ProductName = from.ReadString(),
        SupplierId = from.ReadInt32(),
        CategoryId = from.ReadInt32(),
        QuantityPerUnit = from.ReadOptionalString(),
        UnitPrice = from.ReadDouble(),
        UnitsInStock = from.ReadInt32(),
        UnitsOnOrder = from.ReadInt32(),
        ReorderLevel = from.ReadInt32(),
        Discontinued = from.ReadBoolean(),
    };

    public static void Write(BinaryWriter to, RegionDto value)
    {
        to.Write(value.Id);
        to.Write(value.RegionDescription);
    }

    public static RegionDto ReadRegionDto(BinaryReader from) => new() { Id = from.ReadInt32(), RegionDescription = from.ReadString() };

    public static void Write(BinaryWriter to, CategoryDto value)
    {
        to.Write(value.Id);
        to.Write(value.CategoryName);
        to.WriteOptional(value.Description);
    }

    public static CategoryDto ReadCategoryDto(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        CategoryName = from.ReadString(),
        Description = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, EmployeeTerritoryDto value)
    {
        to.Write(value.Id);
        to.Write(value.EmployeeId);
        to.Write(value.TerritoryId);
    }

    public static EmployeeTerritoryDto ReadEmployeeTerritoryDto(BinaryReader from) => new()
    {
        Id = from.ReadString(),
        EmployeeId = from.ReadInt32(),
        TerritoryId = from.ReadString(),
    };

    public static void Write(BinaryWriter to, OrderDetailDto value)
    {
        to.Write(value.Id);
        to.Write(value.OrderId);
        to.Write(value.ProductId);
        to.Write(value.UnitPrice);
        to.Write(value.Quantity);
        to.Write(value.Discount);
    }

    public static OrderDetailDto ReadOrderDetailDto(BinaryReader from) => new()
    {
        Id = from.ReadString(),
        OrderId = from.ReadInt32(),
        ProductId = from.ReadInt32(),
        UnitPrice = from.ReadDouble(),
        Quantity = from.ReadInt32(),
        Discount = from.ReadDouble(),
    };

    public static void Write(BinaryWriter to, ShipperDto value)
    {
        to.Write(value.Id);
        to.Write(value.CompanyName);
        to.WriteOptional(value.Phone);
    }

    public static ShipperDto ReadShipperDto(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        CompanyName = from.ReadString(),
        Phone = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, SupplierDto value)
    {
        to.Write(value.Id);
        to.Write(value.CompanyName);
        to.WriteOptional(value.ContactName);
        to.WriteOptional(value.ContactTitle);
        to.WriteOptional(value.Address);
        to.WriteOptional(value.City);
        to.WriteOptional(value.Region);
        to.WriteOptional(value.PostalCode);
        to.WriteOptional(value.Country);
        to.WriteOptional(value.Phone);
        to.WriteOptional(value.Fax);
        to.WriteOptional(value.HomePage);
    }

    public static SupplierDto ReadSupplierDto(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        CompanyName = from.ReadString(),
        ContactName = from.ReadOptionalString(),
        ContactTitle = from.ReadOptionalString(),
        Address = from.ReadOptionalString(),
        City = from.ReadOptionalString(),
        Region = from.ReadOptionalString(),
        PostalCode = from.ReadOptionalString(),
        Country = from.ReadOptionalString(),
        Phone = from.ReadOptionalString(),
        Fax = from.ReadOptionalString(),
        HomePage = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, TerritoryDto value)
    {
        to.Write(value.Id);
        to.Write(value.TerritoryDescription);
        to.Write(value.RegionId);
    }

    public static TerritoryDto ReadTerritoryDto(BinaryReader from) => new()
    {
        Id = from.ReadString(),
        TerritoryDescription = from.ReadString(),
        RegionId = from.ReadInt32(),
    };
}
