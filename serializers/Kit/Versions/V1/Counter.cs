using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>A counter of 32 bits.</summary>
[Serializable]
[DataContract(Name = "Counter", Namespace = "fathom")]
[XmlRoot("Counter")]
[XmlType("Counter")]
public partial class Counter
{
    /// <summary>The count.</summary>
    [DataMember(Order = 1)]
    public int Count { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? Name { get; set; }
}
