using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>A vessel of which a member moved to a base class.</summary>
[Serializable]
[DataContract(Name = "Vessel", Namespace = "fathom")]
[XmlRoot("Vessel")]
[XmlType("Vessel")]
public partial class Vessel : VesselBase
{
    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? Name { get; set; }
}
