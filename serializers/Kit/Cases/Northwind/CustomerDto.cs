using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>A customer.</summary>
[Serializable]
[DataContract]
public partial class CustomerDto
{
    [DataMember(Order = 1)]
    public string Id { get; set; } = "";

    [DataMember(Order = 2)]
    public string CompanyName { get; set; } = "";

    [DataMember(Order = 3)]
    public string? ContactName { get; set; }

    [DataMember(Order = 4)]
    public string? ContactTitle { get; set; }

    [DataMember(Order = 5)]
    public string? Address { get; set; }

    [DataMember(Order = 6)]
    public string? City { get; set; }

    [DataMember(Order = 7)]
    public string? Region { get; set; }

    [DataMember(Order = 8)]
    public string? PostalCode { get; set; }

    [DataMember(Order = 9)]
    public string? Country { get; set; }

    [DataMember(Order = 10)]
    public string? Phone { get; set; }

    [DataMember(Order = 11)]
    public string? Fax { get; set; }
}
