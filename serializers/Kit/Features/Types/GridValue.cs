using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>An array of two dimensions.</summary>
[Serializable]
[DataContract]
public partial class GridValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int[,] Value { get; set; } = new int[0, 0];
}
