using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member of an enumeration.</summary>
[Serializable]
[DataContract]
public partial class ColourValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Colour Value { get; set; }
}
