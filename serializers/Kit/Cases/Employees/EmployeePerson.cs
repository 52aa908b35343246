using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Employees;

/// <summary>What every person has.</summary>
[Serializable]
[DataContract]
public partial class EmployeePerson
{
    [DataMember(Order = 1)]
    public string FirstName { get; set; } = "";

    [DataMember(Order = 2)]
    public string LastName { get; set; } = "";

    [DataMember(Order = 3)]
    public DateTime BirthDate { get; set; }
}
