using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list of structures.</summary>
[Serializable]
[DataContract]
public partial class StructListValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public List<Point> Value { get; set; } = [];
}
