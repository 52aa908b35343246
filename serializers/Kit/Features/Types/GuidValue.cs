using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A GUID.</summary>
[Serializable]
[DataContract]
public partial class GuidValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Guid Value { get; set; }
}
