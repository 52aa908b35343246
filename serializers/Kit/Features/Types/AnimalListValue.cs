using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list whose elements are of derived classes that nothing declares.</summary>
[Serializable]
[DataContract]
public partial class AnimalListValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public List<Animal> Value { get; set; } = [];
}
