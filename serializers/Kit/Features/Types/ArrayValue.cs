using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>An array or null.</summary>
[Serializable]
[DataContract]
public partial class ArrayValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int[]? Value { get; set; }
}
