using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>A department that lists its workers.</summary>
[Serializable]
[DataContract]
public partial class Department
{
    [DataMember(Order = 1)]
    public string Name { get; set; } = "";

    [DataMember(Order = 2)]
    public Worker? Head { get; set; }

    [DataMember(Order = 3)]
    public List<Worker> Workers { get; set; } = [];
}
