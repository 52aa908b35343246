using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>An alarm before its enumeration got a member.</summary>
[Serializable]
[DataContract(Name = "Alarm", Namespace = "fathom")]
[XmlRoot("Alarm")]
[XmlType("Alarm")]
public partial class Alarm
{
    /// <summary>The level.</summary>
    [DataMember(Order = 1)]
    public Level Level { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? Name { get; set; }
}
