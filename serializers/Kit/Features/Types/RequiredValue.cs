using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member that must be set where the object is made.</summary>
[Serializable]
[DataContract]
public partial class RequiredValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public required string Value { get; set; }
}
