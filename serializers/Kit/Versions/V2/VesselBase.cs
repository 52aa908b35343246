using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>A base class that a member moved to.</summary>
[Serializable]
[DataContract(Name = "VesselBase", Namespace = "fathom")]
[XmlRoot("VesselBase")]
[XmlType("VesselBase")]
public partial class VesselBase
{
    /// <summary>The masts.</summary>
    [DataMember(Order = 1)]
    public int Masts { get; set; }
}
