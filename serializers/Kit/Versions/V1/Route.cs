using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>A route before its members changed places.</summary>
[Serializable]
[DataContract(Name = "Route", Namespace = "fathom")]
[XmlRoot("Route")]
[XmlType("Route")]
public partial class Route
{
    /// <summary>Where it starts.</summary>
    [DataMember(Order = 1)]
    public string? From { get; set; }

    /// <summary>Where it ends.</summary>
    [DataMember(Order = 2)]
    public string? To { get; set; }
}
