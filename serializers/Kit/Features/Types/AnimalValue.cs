using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member whose class has derived classes that nothing declares.</summary>
[Serializable]
[DataContract]
public partial class AnimalValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Animal? Value { get; set; }
}
