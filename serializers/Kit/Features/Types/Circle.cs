using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A class behind an interface.</summary>
[Serializable]
[DataContract]
public partial class Circle : IShape
{
    /// <inheritdoc/>
    [DataMember(Order = 1)]
    public double Size { get; set; }
}
