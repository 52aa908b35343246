using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Meshes;

/// <summary>A point of a mesh; a class, since every serializer takes one.</summary>
[Serializable]
[DataContract]
public partial class Vertex
{
    [DataMember(Order = 1)]
    public float X { get; set; }

    [DataMember(Order = 2)]
    public float Y { get; set; }

    [DataMember(Order = 3)]
    public float Z { get; set; }
}
