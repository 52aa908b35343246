using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>What a program decides by: two readers that take another one of a doubled member decide unlike.</summary>
[Serializable]
[DataContract]
public partial class Login
{
    /// <summary>Who.</summary>
    [DataMember(Order = 1)]
    public string Name { get; set; } = "";

    /// <summary>As what.</summary>
    [DataMember(Order = 2)]
    public string Role { get; set; } = "";
}
