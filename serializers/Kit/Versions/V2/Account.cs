using System.Runtime.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>An account with a member more.</summary>
[Serializable]
[DataContract(Name = "Account", Namespace = "fathom")]
[XmlRoot("Account")]
[XmlType("Account")]
public partial class Account
{
    /// <summary>The number.</summary>
    [DataMember(Order = 1)]
    public int Id { get; set; }

    /// <summary>The name.</summary>
    [DataMember(Order = 2)]
    public string? Name { get; set; }

    /// <summary>What was added.</summary>
    [DataMember(Order = 3)]
    public string? Note { get; set; }
}
