using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A number of 64 bits without sign.</summary>
[Serializable]
[DataContract]
public partial class UnsignedValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public ulong Value { get; set; }
}
