using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>A place.</summary>
[Serializable]
[DataContract]
public partial class LocationViewModel
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public string Address1 { get; set; } = "";

    [DataMember(Order = 4)]
    public string? Address2 { get; set; }

    [DataMember(Order = 5)]
    public string City { get; set; } = "";

    [DataMember(Order = 6)]
    public string State { get; set; } = "";

    [DataMember(Order = 7)]
    public string PostalCode { get; set; } = "";

    [DataMember(Order = 8)]
    public string Country { get; set; } = "";

    [DataMember(Order = 9)]
    public string? PhoneNumber { get; set; }
}
