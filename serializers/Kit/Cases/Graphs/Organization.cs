using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>Departments; each is part of several cycles.</summary>
[Serializable]
[DataContract]
public partial class Organization
{
    [DataMember(Order = 1)]
    public List<Department> Departments { get; set; } = [];
}
