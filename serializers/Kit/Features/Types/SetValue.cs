using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A set.</summary>
[Serializable]
[DataContract]
public partial class SetValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public HashSet<string> Value { get; set; } = [];
}
