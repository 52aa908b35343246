using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list of numbers, some null.</summary>
[Serializable]
[DataContract]
public partial class NullableListValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public List<int?> Value { get; set; } = [];
}
