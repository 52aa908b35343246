using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A time of day.</summary>
[Serializable]
[DataContract]
public partial class TimeOnlyValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public TimeOnly Value { get; set; }
}
