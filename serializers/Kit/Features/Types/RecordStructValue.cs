using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A record structure as a member.</summary>
[Serializable]
[DataContract]
public partial class RecordStructValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Measure Value { get; set; }
}
