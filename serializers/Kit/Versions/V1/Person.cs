using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>A person before a member was renamed.</summary>
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
    public string? Name { get; set; }
}
