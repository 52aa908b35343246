using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>A reading that is always there.</summary>
[Serializable]
[DataContract(Name = "Reading", Namespace = "fathom")]
[XmlRoot("Reading")]
[XmlType("Reading")]
public partial class Reading
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int Value { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? Name { get; set; }
}
