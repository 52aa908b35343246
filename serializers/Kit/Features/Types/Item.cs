using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>What others refer to.</summary>
[Serializable]
[DataContract]
public partial class Item
{
    /// <summary>Its number.</summary>
    [DataMember(Order = 1)]
    public int Number { get; set; }
}
