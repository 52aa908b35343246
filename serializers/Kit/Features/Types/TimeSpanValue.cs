using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A span of time.</summary>
[Serializable]
[DataContract]
public partial class TimeSpanValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public TimeSpan Value { get; set; }
}
