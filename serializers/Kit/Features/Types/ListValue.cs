using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list or null.</summary>
[Serializable]
[DataContract]
public partial class ListValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public List<int>? Value { get; set; }
}
