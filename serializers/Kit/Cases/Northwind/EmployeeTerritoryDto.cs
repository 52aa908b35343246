using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>Which employee works in which territory.</summary>
[Serializable]
[DataContract]
public partial class EmployeeTerritoryDto
{
    [DataMember(Order = 1)]
    public string Id { get; set; } = "";

    [DataMember(Order = 2)]
    public int EmployeeId { get; set; }

    [DataMember(Order = 3)]
    public string TerritoryId { get; set; } = "";
}
