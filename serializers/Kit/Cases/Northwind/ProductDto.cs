using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>A product.</summary>
[Serializable]
[DataContract]
public partial class ProductDto
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string ProductName { get; set; } = "";

    [DataMember(Order = 3)]
    public int SupplierId { get; set; }

    [DataMember(Order = 4)]
    public int CategoryId { get; set; }

    [DataMember(Order = 5)]
    public string? QuantityPerUnit { get; set; }

    [DataMember(Order = 6)]
    public double UnitPrice { get; set; }

    [DataMember(Order = 7)]
    public int UnitsInStock { get; set; }

    [DataMember(Order = 8)]
    public int UnitsOnOrder { get; set; }

    [DataMember(Order = 9)]
    public int ReorderLevel { get; set; }

    [DataMember(Order = 10)]
    public bool Discontinued { get; set; }
}
