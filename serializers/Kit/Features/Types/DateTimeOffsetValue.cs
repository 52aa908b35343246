using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A moment with its offset.</summary>
[Serializable]
[DataContract]
public partial class DateTimeOffsetValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public DateTimeOffset Value { get; set; }
}
