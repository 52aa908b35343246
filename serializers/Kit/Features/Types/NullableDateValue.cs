using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A date or null.</summary>
[Serializable]
[DataContract]
public partial class NullableDateValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public DateTime? Value { get; set; }
}
