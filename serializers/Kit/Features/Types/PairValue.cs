using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A key with a value.</summary>
[Serializable]
[DataContract]
public partial class PairValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public KeyValuePair<int, string> Value { get; set; }
}
