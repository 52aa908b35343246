using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Meshes;

/// <summary>Three numbers in twelve bytes that can be copied as one block.</summary>
[Serializable]
[DataContract]
public partial struct Vector3f
{
    [DataMember(Order = 1)]
    public float X { get; set; }

    [DataMember(Order = 2)]
    public float Y { get; set; }

    [DataMember(Order = 3)]
    public float Z { get; set; }
}
