using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A dictionary by the members of an enumeration.</summary>
[Serializable]
[DataContract]
public partial class ColourKeysValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Dictionary<Colour, string> Value { get; set; } = [];
}
