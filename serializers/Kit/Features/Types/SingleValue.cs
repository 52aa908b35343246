using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A number of single precision.</summary>
[Serializable]
[DataContract]
public partial class SingleValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public float Value { get; set; }
}
