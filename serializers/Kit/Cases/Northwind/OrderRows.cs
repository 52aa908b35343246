using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>Rows of one table.</summary>
[Serializable]
[DataContract]
public partial class OrderRows
{
    [DataMember(Order = 1)]
    public List<OrderDto> Orders { get; set; } = [];
}
