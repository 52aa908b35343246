using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A structure with settable members.</summary>
[Serializable]
[DataContract]
public partial struct Point
{
    /// <summary>Across.</summary>
    [DataMember(Order = 1)]
    public int X { get; set; }

    /// <summary>Down.</summary>
    [DataMember(Order = 2)]
    public int Y { get; set; }
}
