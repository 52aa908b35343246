using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A number or null.</summary>
[Serializable]
[DataContract]
public partial class NullableValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int? Value { get; set; }
}
