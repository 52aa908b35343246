using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>An exam whose enumeration has a member more at its start.</summary>
[Serializable]
[DataContract(Name = "Exam", Namespace = "fathom")]
[XmlRoot("Exam")]
[XmlType("Exam")]
public partial class Exam
{
    /// <summary>The grade.</summary>
    [DataMember(Order = 1)]
    public Grade Grade { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? Name { get; set; }
}
