using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A dictionary by date.</summary>
[Serializable]
[DataContract]
public partial class DateKeysValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Dictionary<DateTime, string> Value { get; set; } = [];
}
