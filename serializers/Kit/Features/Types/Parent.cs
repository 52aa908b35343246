using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>What its children refer back to.</summary>
[Serializable]
[DataContract]
public partial class Parent
{
    /// <summary>The children.</summary>
    [DataMember(Order = 1)]
    public List<Child> Children { get; set; } = [];
}
