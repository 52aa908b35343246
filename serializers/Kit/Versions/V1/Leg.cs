using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>A leg before its members were numbered anew.</summary>
[Serializable]
[DataContract(Name = "Leg", Namespace = "fathom")]
[XmlRoot("Leg")]
[XmlType("Leg")]
public partial class Leg
{
    /// <summary>Where it starts.</summary>
    [DataMember(Order = 1)]
    public string? From { get; set; }

    /// <summary>Where it ends.</summary>
    [DataMember(Order = 2)]
    public string? To { get; set; }
}
