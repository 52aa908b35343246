using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A derived class that its base class declares.</summary>
[Serializable]
[DataContract]
public partial class Lorry : Vehicle
{
    /// <summary>A member of its own.</summary>
    [DataMember(Order = 2)]
    public double Load { get; set; }
}
