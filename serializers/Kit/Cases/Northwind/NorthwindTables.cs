using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>All tables of a small trading database.</summary>
[Serializable]
[DataContract]
public partial class NorthwindTables
{
    [DataMember(Order = 1)]
    public List<RegionDto> Regions { get; set; } = [];

    [DataMember(Order = 2)]
    public List<TerritoryDto> Territories { get; set; } = [];

    [DataMember(Order = 3)]
    public List<CategoryDto> Categories { get; set; } = [];

    [DataMember(Order = 4)]
    public List<ShipperDto> Shippers { get; set; } = [];

    [DataMember(Order = 5)]
    public List<SupplierDto> Suppliers { get; set; } = [];

    [DataMember(Order = 6)]
    public List<CustomerDto> Customers { get; set; } = [];

    [DataMember(Order = 7)]
    public List<EmployeeDto> Employees { get; set; } = [];

    [DataMember(Order = 8)]
    public List<EmployeeTerritoryDto> EmployeeTerritories { get; set; } = [];

    [DataMember(Order = 9)]
    public List<ProductDto> Products { get; set; } = [];

    [DataMember(Order = 10)]
    public List<OrderDto> Orders { get; set; } = [];

    [DataMember(Order = 11)]
    public List<OrderDetailDto> OrderDetails { get; set; } = [];
}
