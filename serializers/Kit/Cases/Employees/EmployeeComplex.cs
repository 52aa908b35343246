using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Employees;

/// <summary>An employee with two base classes and three lists.</summary>
[Serializable]
[DataContract]
public partial class EmployeeComplex : EmployeeRecord
{
    [DataMember(Order = 9)]
    public List<EmployeeAddress> Addresses { get; set; } = [];

    [DataMember(Order = 10)]
    public List<string> Skills { get; set; } = [];

    [DataMember(Order = 11)]
    public List<EmployeeAssignment> Assignments { get; set; } = [];
}
