using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Employees;

/// <summary>What every employee has.</summary>
[Serializable]
[DataContract]
public partial class EmployeeRecord : EmployeePerson
{
    [DataMember(Order = 4)]
    public int Id { get; set; }

    [DataMember(Order = 5)]
    public string Title { get; set; } = "";

    [DataMember(Order = 6)]
    public double Salary { get; set; }

    [DataMember(Order = 7)]
    public bool IsActive { get; set; }

    [DataMember(Order = 8)]
    public DateTime? LeftOn { get; set; }
}
