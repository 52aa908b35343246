using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A date and time.</summary>
[Serializable]
[DataContract]
public partial class DateTimeValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public DateTime Value { get; set; }
}
