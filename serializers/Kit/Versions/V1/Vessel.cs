using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>A vessel that has all its members itself.</summary>
[Serializable]
[DataContract(Name = "Vessel", Namespace = "fathom")]
[XmlRoot("Vessel")]
[XmlType("Vessel")]
public partial class Vessel
{
    /// <summary>The masts.</summary>
    [DataMember(Order = 1)]
    public int Masts { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? Name { get; set; }
}
