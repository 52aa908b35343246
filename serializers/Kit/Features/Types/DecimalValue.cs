using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A decimal number.</summary>
[Serializable]
[DataContract]
public partial class DecimalValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public decimal Value { get; set; }
}
