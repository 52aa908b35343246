using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A dictionary by text.</summary>
[Serializable]
[DataContract]
public partial class TextKeysValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Dictionary<string, int> Value { get; set; } = [];
}
