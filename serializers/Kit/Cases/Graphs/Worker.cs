using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>A worker who knows the department that lists it.</summary>
[Serializable]
[DataContract]
public partial class Worker
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public Department? Department { get; set; }

    [DataMember(Order = 4)]
    public Worker? Deputy { get; set; }
}
