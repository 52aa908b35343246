using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>An array of arrays.</summary>
[Serializable]
[DataContract]
public partial class JaggedArrayValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int[][] Value { get; set; } = [];
}
