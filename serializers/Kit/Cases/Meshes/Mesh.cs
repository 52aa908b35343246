using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Meshes;

/// <summary>Triangles.</summary>
[Serializable]
[DataContract]
public partial class Mesh
{
    [DataMember(Order = 1)]
    public List<Triangle> Triangles { get; set; } = [];
}
