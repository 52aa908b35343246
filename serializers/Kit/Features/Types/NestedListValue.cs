using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list of lists.</summary>
[Serializable]
[DataContract]
public partial class NestedListValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public List<List<int>> Value { get; set; } = [];
}
