using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>A shipper.</summary>
[Serializable]
[DataContract]
public partial class ShipperDto
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string CompanyName { get; set; } = "";

    [DataMember(Order = 3)]
    public string? Phone { get; set; }
}
