using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>A route with its members in another order; their numbers are the same.</summary>
[Serializable]
[DataContract(Name = "Route", Namespace = "fathom")]
[XmlRoot("Route")]
[XmlType("Route")]
public partial class Route
{
    /// <summary>Where it ends.</summary>
    [DataMember(Order = 2)]
    public string? To { get; set; }

    /// <summary>Where it starts.</summary>
    [DataMember(Order = 1)]
    public string? From { get; set; }
}
