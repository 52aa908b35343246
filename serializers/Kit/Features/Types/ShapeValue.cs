using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member of an interface.</summary>
[Serializable]
[DataContract]
public partial class ShapeValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public IShape? Value { get; set; }
}
