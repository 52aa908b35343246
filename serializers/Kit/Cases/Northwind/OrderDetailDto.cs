using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>A line of an order.</summary>
[Serializable]
[DataContract]
public partial class OrderDetailDto
{
    [DataMember(Order = 1)]
    public string Id { get; set; } = "";

    [DataMember(Order = 2)]
    public int OrderId { get; set; }

    [DataMember(Order = 3)]
    public int ProductId { get; set; }

    [DataMember(Order = 4)]
    public double UnitPrice { get; set; }

    [DataMember(Order = 5)]
    public int Quantity { get; set; }

    [DataMember(Order = 6)]
    public double Discount { get; set; }
}
