using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A character.</summary>
[Serializable]
[DataContract]
public partial class CharValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public char Value { get; set; }
}
