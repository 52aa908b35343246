using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Meshes;

/// <summary>A triangle and the direction that it faces.</summary>
[Serializable]
[DataContract]
public partial class Triangle
{
    [DataMember(Order = 1)]
    public Vertex V0 { get; set; } = null!;

    [DataMember(Order = 2)]
    public Vertex V1 { get; set; } = null!;

    [DataMember(Order = 3)]
    public Vertex V2 { get; set; } = null!;

    [DataMember(Order = 4)]
    public Vertex Normal { get; set; } = null!;
}
