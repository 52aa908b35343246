using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list seen as an interface.</summary>
[Serializable]
[DataContract]
public partial class ReadOnlyListValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public IReadOnlyList<int>? Value { get; set; }
}
