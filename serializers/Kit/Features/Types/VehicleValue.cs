using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member whose class declares its derived classes.</summary>
[Serializable]
[DataContract]
public partial class VehicleValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Vehicle? Value { get; set; }
}
