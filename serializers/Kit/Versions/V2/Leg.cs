using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>A leg whose members have changed numbers.</summary>
[Serializable]
[DataContract(Name = "Leg", Namespace = "fathom")]
[XmlRoot("Leg")]
[XmlType("Leg")]
public partial class Leg
{
    /// <summary>Where it ends.</summary>
    [DataMember(Order = 1)]
    public string? To { get; set; }

    /// <summary>Where it starts.</summary>
    [DataMember(Order = 2)]
    public string? From { get; set; }
}
