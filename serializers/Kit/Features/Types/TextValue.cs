using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Text or null.</summary>
[Serializable]
[DataContract]
public partial class TextValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public string? Value { get; set; }
}
