using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>References to the same items.</summary>
[Serializable]
[DataContract]
public partial class ItemsValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public List<Item> Value { get; set; } = [];
}
