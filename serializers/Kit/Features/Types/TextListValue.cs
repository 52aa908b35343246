using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list of texts, some null.</summary>
[Serializable]
[DataContract]
public partial class TextListValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public List<string?>? Value { get; set; }
}
