using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>A parcel with a member less.</summary>
[Serializable]
[DataContract(Name = "Parcel", Namespace = "fathom")]
[XmlRoot("Parcel")]
[XmlType("Parcel")]
public partial class Parcel
{
    /// <summary>The number.</summary>
    [DataMember(Order = 1)]
    public int Id { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 3)]
    public string? Name { get; set; }
}
