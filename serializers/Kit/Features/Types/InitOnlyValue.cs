using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member that can only be set where the object is made.</summary>
[Serializable]
[DataContract]
public partial class InitOnlyValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int Value { get; init; }
}
