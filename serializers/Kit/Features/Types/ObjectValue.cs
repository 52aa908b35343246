using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A member of type object.</summary>
[Serializable]
[DataContract]
public partial class ObjectValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public object? Value { get; set; }
}
