using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Employees;

/// <summary>Work on a project.</summary>
[Serializable]
[DataContract]
public partial class EmployeeAssignment
{
    [DataMember(Order = 1)]
    public int ProjectId { get; set; }

    [DataMember(Order = 2)]
    public string ProjectName { get; set; } = "";

    [DataMember(Order = 3)]
    public DateTime Start { get; set; }

    [DataMember(Order = 4)]
    public double Share { get; set; }
}
