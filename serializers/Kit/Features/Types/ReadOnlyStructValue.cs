using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A structure whose members are set by its constructor.</summary>
[Serializable]
[DataContract]
public partial class ReadOnlyStructValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public Fixed Value { get; set; }
}
