using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A number of double precision.</summary>
[Serializable]
[DataContract]
public partial class DoubleValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public double Value { get; set; }
}
