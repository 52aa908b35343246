using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A base class.</summary>
[Serializable]
[DataContract]
public partial class Animal
{
    /// <summary>Its name.</summary>
    [DataMember(Order = 1)]
    public string Name { get; set; } = "";
}
