using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>An address.</summary>
[Serializable]
[DataContract]
public partial class AddressValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Uri? Value { get; set; }
}
