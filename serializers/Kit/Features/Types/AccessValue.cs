using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Flags.</summary>
[Serializable]
[DataContract]
public partial class AccessValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public AccessRights Value { get; set; }
}
