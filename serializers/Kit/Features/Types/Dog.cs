using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A derived class that nothing declares.</summary>
[Serializable]
[DataContract]
public partial class Dog : Animal
{
    /// <summary>A member of its own.</summary>
    [DataMember(Order = 2)]
    public int Tricks { get; set; }
}
