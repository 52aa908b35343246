using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A dictionary by GUID.</summary>
[Serializable]
[DataContract]
public partial class GuidKeysValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Dictionary<Guid, string> Value { get; set; } = [];
}
