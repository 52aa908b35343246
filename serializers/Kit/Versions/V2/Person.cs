using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>A person with a renamed member.</summary>
[Serializable]
[DataContract(Name = "Person", Namespace = "fathom")]
[XmlRoot("Person")]
[XmlType("Person")]
public partial class Person
{
    /// <summary>The number.</summary>
    [DataMember(Order = 1)]
    public int Id { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? FullName { get; set; }
}
