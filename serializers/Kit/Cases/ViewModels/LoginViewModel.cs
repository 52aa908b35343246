using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>The form of a login.</summary>
[Serializable]
[DataContract]
public partial class LoginViewModel
{
    [DataMember(Order = 1)]
    public string Email { get; set; } = "";

    [DataMember(Order = 2)]
    public string Password { get; set; } = "";

    [DataMember(Order = 3)]
    public bool RememberMe { get; set; }
}
