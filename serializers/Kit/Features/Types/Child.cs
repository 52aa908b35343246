using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>What refers back to its parent.</summary>
[Serializable]
[DataContract]
public partial class Child
{
    /// <summary>Its number.</summary>
    [DataMember(Order = 1)]
    public int Number { get; set; }

    /// <summary>The parent.</summary>
    [DataMember(Order = 2)]
    public Parent? Parent { get; set; }
}
