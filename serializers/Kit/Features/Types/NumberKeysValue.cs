using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A dictionary by number.</summary>
[Serializable]
[DataContract]
public partial class NumberKeysValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Dictionary<int, string> Value { get; set; } = [];
}
