using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A number of 64 bits.</summary>
[Serializable]
[DataContract]
public partial class SignedValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public long Value { get; set; }
}
