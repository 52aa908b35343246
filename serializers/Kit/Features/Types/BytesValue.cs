using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Bytes or null.</summary>
[Serializable]
[DataContract]
public partial class BytesValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public byte[]? Value { get; set; }
}
