using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Meshes;

/// <summary>An array of structs without references: what a binary serializer can copy at once.</summary>
[Serializable]
[DataContract]
public partial class VectorBlock
{
    [DataMember(Order = 1)]
    public Vector3f[] Points { get; set; } = [];
}
