using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Employees;

/// <summary>One of the addresses of an employee.</summary>
[Serializable]
[DataContract]
public partial class EmployeeAddress
{
    [DataMember(Order = 1)]
    public string Street { get; set; } = "";

    [DataMember(Order = 2)]
    public string City { get; set; } = "";

    [DataMember(Order = 3)]
    public string PostalCode { get; set; } = "";

    [DataMember(Order = 4)]
    public string Country { get; set; } = "";
}
