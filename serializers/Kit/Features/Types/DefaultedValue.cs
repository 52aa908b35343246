using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member whose first value is not the default of its type: formats that leave out zeros bring the first value back.</summary>
[Serializable]
[DataContract]
public partial class DefaultedValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int Value { get; set; } = 5;
}
