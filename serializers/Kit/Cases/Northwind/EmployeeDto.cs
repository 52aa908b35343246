using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>An employee.</summary>
[Serializable]
[DataContract]
public partial class EmployeeDto
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string LastName { get; set; } = "";

    [DataMember(Order = 3)]
    public string FirstName { get; set; } = "";

    [DataMember(Order = 4)]
    public string? Title { get; set; }

    [DataMember(Order = 5)]
    public string? TitleOfCourtesy { get; set; }

    [DataMember(Order = 6)]
    public DateTime? BirthDate { get; set; }

    [DataMember(Order = 7)]
    public DateTime? HireDate { get; set; }

    [DataMember(Order = 8)]
    public string? Address { get; set; }

    [DataMember(Order = 9)]
    public string? City { get; set; }

    [DataMember(Order = 10)]
    public string? Region { get; set; }

    [DataMember(Order = 11)]
    public string? PostalCode { get; set; }

    [DataMember(Order = 12)]
    public string? Country { get; set; }

    [DataMember(Order = 13)]
    public string? HomePhone { get; set; }

    [DataMember(Order = 14)]
    public string? Extension { get; set; }

    [DataMember(Order = 15)]
    public string? Notes { get; set; }

    [DataMember(Order = 16)]
    public int? ReportsTo { get; set; }

    [DataMember(Order = 17)]
    public string? PhotoPath { get; set; }
}
