using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A date.</summary>
[Serializable]
[DataContract]
public partial class DateOnlyValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public DateOnly Value { get; set; }
}
