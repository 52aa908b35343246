using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A structure as a member.</summary>
[Serializable]
[DataContract]
public partial class StructValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Point Value { get; set; }
}
