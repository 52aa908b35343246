using Fathom.Serializers.Kit.Cases.Northwind;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Serializers.GoogleProtobuf.Northwind;

internal static class NorthwindConversion
{
    public static CustomerDtoMessage ToMessage(CustomerDto value)
    {
        CustomerDtoMessage message = new() { Id = value.Id, CompanyName = value.CompanyName };
        if (value.ContactName is { } contactName)
            message.ContactName = contactName;
        if (value.ContactTitle is { } contactTitle)
            message.ContactTitle = contactTitle;
        if (value.Address is { } address)
            message.Address = address;
        if (value.City is { } city)
            message.City = city;
        if (value.Region is { } region)
            message.Region = region;
        if (value.PostalCode is { } postalCode)
            message.PostalCode = postalCode;
        if (value.Country is { } country)
            message.Country = country;
        if (value.Phone is { } phone)
            message.Phone = phone;
        if (value.Fax is { } fax)
            message.Fax = fax;
        return message;
    }

    public static CustomerDto ToValue(CustomerDtoMessage message) => new()
    {
        Id = message.Id,
        CompanyName = message.CompanyName,
        ContactName = message.HasContactName ? message.ContactName : null,
        ContactTitle = message.HasContactTitle ? message.ContactTitle : null,
        Address = message.HasAddress ? message.Address : null,
        City = message.HasCity ? message.City : null,
        Region = message.HasRegion ? message.Region : null,
        PostalCode = message.HasPostalCode ? message.PostalCode : null,
        Country = message.HasCountry ? message.Country : null,
        Phone = message.HasPhone ? message.Phone : null,
        Fax = message.HasFax ? message.Fax : null,
    };

    public static EmployeeDtoMessage ToMessage(EmployeeDto value)
    {
        EmployeeDtoMessage message = new()
        {
            Id = value.Id,
            LastName = value.LastName,
            FirstName = value.FirstName,
            BirthDate = value.BirthDate is { } birthDate ? Timestamp.FromDateTime(birthDate) : null,
            HireDate = value.HireDate is { } hireDate ? Timestamp.FromDateTime(hireDate) : null,
        };
        if (value.Title is { } title)
            message.Title = title;
        if (value.TitleOfCourtesy is { } titleOfCourtesy)
            message.TitleOfCourtesy = titleOfCourtesy;
        if (value.Address is { } address)
            message.Address = address;
        if (value.City is { } city)
            message.City = city;
        if (value.Region is { } region)
            message.Region = region;
        if (value.PostalCode is { } postalCode)
            message.PostalCode = postalCode;
        if (value.Country is { } country)
            message.Country = country;
        if (value.HomePhone is { } homePhone)
            message.HomePhone = homePhone;
        if (value.Extension is { } extension)
            message.Extension = extension;
        if (value.Notes is { } notes)
            message.Notes = notes;
        if (value.ReportsTo is { } reportsTo)
            message.ReportsTo = reportsTo;
        if (value.PhotoPath is { } photoPath)
            message.PhotoPath = photoPath;
        return message;
    }

    public static EmployeeDto ToValue(EmployeeDtoMessage message) => new()
    {
        Id = message.Id,
        LastName = message.LastName,
        FirstName = message.FirstName,
        Title = message.HasTitle ? message.Title : null,
        TitleOfCourtesy = message.HasTitleOfCourtesy ? message.TitleOfCourtesy : null,
        BirthDate = message.BirthDate?.ToDateTime(),
        HireDate = message.HireDate?.ToDateTime(),
        Address = message.HasAddress ? message.Address : null,
        City = message.HasCity ? message.City : null,
        Region = message.HasRegion ? message.Region : null,
        PostalCode = message.HasPostalCode ? message.PostalCode : null,
        Country = message.HasCountry ? message.Country : null,
        HomePhone = message.HasHomePhone ? message.HomePhone : null,
        Extension = message.HasExtension ? message.Extension : null,
        Notes = message.HasNotes ? message.Notes : null,
        ReportsTo = message.HasReportsTo ? message.ReportsTo : null,
        PhotoPath = message.HasPhotoPath ? message.PhotoPath : null,
    };

    public static NorthwindTablesMessage ToMessage(NorthwindTables value)
    {
        NorthwindTablesMessage message = new();
        message.Regions.AddAll(value.Regions, ToMessage);
        message.Territories.AddAll(value.Territories, ToMessage);
        message.Categories.AddAll(value.Categories, ToMessage);
        message.Shippers.AddAll(value.Shippers, ToMessage);
        message.Suppliers.AddAll(value.Suppliers, ToMessage);
        message.Customers.AddAll(value.Customers, ToMessage);
        message.Employees.AddAll(value.Employees, ToMessage);
        message.EmployeeTerritories.AddAll(value.EmployeeTerritories, ToMessage);
        message.Products.AddAll(value.Products, ToMessage);
        message.Orders.AddAll(value.Orders, ToMessage);
        message.OrderDetails.AddAll(value.OrderDetails, ToMessage);
        return message;
    }

    public static NorthwindTables ToValue(NorthwindTablesMessage message)
    {
        NorthwindTables value = new();
        value.Regions.AddAll(message.Regions, ToValue);
        value.Territories.AddAll(message.Territories, ToValue);
        value.Categories.AddAll(message.Categories, ToValue);
        value.Shippers.AddAll(message.Shippers, ToValue);
        value.Suppliers.AddAll(message.Suppliers, ToValue);
        value.Customers.AddAll(message.Customers, ToValue);
        value.Employees.AddAll(message.Employees, ToValue);
        value.EmployeeTerritories.AddAll(message.EmployeeTerritories, ToValue);
        value.Products.AddAll(message.Products, ToValue);
        value.Orders.AddAll(message.Orders, ToValue);
        value.OrderDetails.AddAll(message.OrderDetails, ToValue);
        return value;
    }

    public static OrderDtoMessage ToMessage(OrderDto value)
    {
        OrderDtoMessage message = new()
        {
            Id = value.Id,
            CustomerId = value.CustomerId,
            EmployeeId = value.EmployeeId,
            OrderDate = Timestamp.FromDateTime(value.OrderDate),
            RequiredDate = value.RequiredDate is { } requiredDate ? Timestamp.FromDateTime(requiredDate) : null,
            ShippedDate = value.ShippedDate is { } shippedDate ? Timestamp.FromDateTime(shippedDate) : null,
            Freight = value.Freight,
        };
        if (value.ShipVia is { } shipVia)
            message.ShipVia = shipVia;
        if (value.ShipName is { } shipName)
            message.ShipName = shipName;
        if (value.ShipAddress is { } shipAddress)
            message.ShipAddress = shipAddress;
        if (value.ShipCity is { } shipCity)
            message.ShipCity = shipCity;
        if (value.ShipRegion is { } shipRegion)
            message.ShipRegion = shipRegion;
        if (value.ShipPostalCode is { } shipPostalCode)
            message.ShipPostalCode = shipPostalCode;
        if (value.ShipCountry is { } shipCountry)
            message.ShipCountry = shipCountry;
        return message;
    }

    public static OrderDto ToValue(OrderDtoMessage message) => new()
    {
        Id = message.Id,
        CustomerId = message.CustomerId,
        EmployeeId = message.EmployeeId,
        OrderDate = message.OrderDate?.ToDateTime() ?? default,
        RequiredDate = message.RequiredDate?.ToDateTime(),
        ShippedDate = message.ShippedDate?.ToDateTime(),
        ShipVia = message.HasShipVia ? message.ShipVia : null,
        Freight = message.Freight,
        ShipName = message.HasShipName ? message.ShipName : null,
        ShipAddress = message.HasShipAddress ? message.ShipAddress : null,
        ShipCity = message.HasShipCity ? message.ShipCity : null,
        ShipRegion = message.HasShipRegion ? message.ShipRegion : null,
        ShipPostalCode = message.HasShipPostalCode ? message.ShipPostalCode : null,
        ShipCountry = message.HasShipCountry ? message.ShipCountry : null,
    };

    public static OrderRowsMessage ToMessage(OrderRows value)
    {
        OrderRowsMessage message = new();
        message.Orders.AddAll(value.Orders, ToMessage);
        return message;
    }

    public static OrderRows ToValue(OrderRowsMessage message)
    {
        OrderRows value = new();
        value.Orders.AddAll(message.Orders, ToValue);
        return value;
    }

    public static ProductDtoMessage ToMessage(ProductDto value)
    {
        ProductDtoMessage message = new()
        {
            Id = value.Id,
            ProductName = value.ProductName,
            SupplierId = value.SupplierId,
            CategoryId = value.CategoryId,
            UnitPrice = value.UnitPrice,
            UnitsInStock = value.UnitsInStock,
            UnitsOnOrder = value.UnitsOnOrder,
            ReorderLevel = value.ReorderLevel,
            Discontinued = value.Discontinued,
        };
        if (value.QuantityPerUnit is { } quantityPerUnit)
            message.QuantityPerUnit = quantityPerUnit;
        return message;
    }

    public static ProductDto ToValue(ProductDtoMessage message) => new()
    {
        Id = message.Id,
        ProductName = message.ProductName,
        SupplierId = message.SupplierId,
        CategoryId = message.CategoryId,
        QuantityPerUnit = message.HasQuantityPerUnit ? message.QuantityPerUnit : null,
        UnitPrice = message.UnitPrice,
        UnitsInStock = message.UnitsInStock,
        UnitsOnOrder = message.UnitsOnOrder,
        ReorderLevel = message.ReorderLevel,
        Discontinued = message.Discontinued,
    };

    public static RegionDtoMessage ToMessage(RegionDto value) => new() { Id = value.Id, RegionDescription = value.RegionDescription };

    public static RegionDto ToValue(RegionDtoMessage message) => new() { Id = message.Id, RegionDescription = message.RegionDescription };

    public static CategoryDtoMessage ToMessage(CategoryDto value)
    {
        CategoryDtoMessage message = new() { Id = value.Id, CategoryName = value.CategoryName };
        if (value.Description is { } description)
            message.Description = description;
        return message;
    }

    public static CategoryDto ToValue(CategoryDtoMessage message) => new()
    {
        Id = message.Id,
        CategoryName = message.CategoryName,
        Description = message.HasDescription ? message.Description : null,
    };

    public static EmployeeTerritoryDtoMessage ToMessage(EmployeeTerritoryDto value) => new() { Id = value.Id, EmployeeId = value.EmployeeId, TerritoryId = value.TerritoryId };

    public static EmployeeTerritoryDto ToValue(EmployeeTerritoryDtoMessage message) => new()
    {
        Id = message.Id,
        EmployeeId = message.EmployeeId,
        TerritoryId = message.TerritoryId,
    };

    public static OrderDetailDtoMessage ToMessage(OrderDetailDto value) => new()
    {
        Id = value.Id,
        OrderId = value.OrderId,
        ProductId = value.ProductId,
        UnitPrice = value.UnitPrice,
        Quantity = value.Quantity,
        Discount = value.Discount,
    };

    public static OrderDetailDto ToValue(OrderDetailDtoMessage message) => new()
    {
        Id = message.Id,
        OrderId = message.OrderId,
        ProductId = message.ProductId,
        UnitPrice = message.UnitPrice,
        Quantity = message.Quantity,
        Discount = message.Discount,
    };

    public static ShipperDtoMessage ToMessage(ShipperDto value)
    {
        ShipperDtoMessage message = new() { Id = value.Id, CompanyName = value.CompanyName };
        if (value.Phone is { } phone)
            message.Phone = phone;
        return message;
    }

    public static ShipperDto ToValue(ShipperDtoMessage message) => new()
    {
        Id = message.Id,
        CompanyName = message.CompanyName,
        Phone = message.HasPhone ? message.Phone : null,
    };

    public static SupplierDtoMessage ToMessage(SupplierDto value)
    {
        SupplierDtoMessage message = new() { Id = value.Id, CompanyName = value.CompanyName };
        if (value.ContactName is { } contactName)
            message.ContactName = contactName;
        if (value.ContactTitle is { } contactTitle)
            message.ContactTitle = contactTitle;
        if (value.Address is { } address)
            message.Address = address;
        if (value.City is { } city)
            message.City = city;
        if (value.Region is { } region)
            message.Region = region;
        if (value.PostalCode is { } postalCode)
            message.PostalCode = postalCode;
        if (value.Country is { } country)
            message.Country = country;
        if (value.Phone is { } phone)
            message.Phone = phone;
        if (value.Fax is { } fax)
            message.Fax = fax;
        if (value.HomePage is { } homePage)
            message.HomePage = homePage;
        return message;
    }

    public static SupplierDto ToValue(SupplierDtoMessage message) => new()
    {
        Id = message.Id,
        CompanyName = message.CompanyName,
        ContactName = message.HasContactName ? message.ContactName : null,
        ContactTitle = message.HasContactTitle ? message.ContactTitle : null,
        Address = message.HasAddress ? message.Address : null,
        City = message.HasCity ? message.City : null,
        Region = message.HasRegion ? message.Region : null,
        PostalCode = message.HasPostalCode ? message.PostalCode : null,
        Country = message.HasCountry ? message.Country : null,
        Phone = message.HasPhone ? message.Phone : null,
        Fax = message.HasFax ? message.Fax : null,
        HomePage = message.HasHomePage ? message.HomePage : null,
    };

    public static TerritoryDtoMessage ToMessage(TerritoryDto value) => new()
    {
        Id = value.Id,
        TerritoryDescription = value.TerritoryDescription,
        RegionId = value.RegionId,
    };

    public static TerritoryDto ToValue(TerritoryDtoMessage message) => new()
    {
        Id = message.Id,
        TerritoryDescription = message.TerritoryDescription,
        RegionId = message.RegionId,
    };
}
