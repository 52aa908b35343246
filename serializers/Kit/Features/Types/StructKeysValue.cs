using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A dictionary by a structure.</summary>
[Serializable]
[DataContract]
public partial class StructKeysValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Dictionary<Point, string> Value { get; set; } = [];
}
