using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A tuple.</summary>
[Serializable]
[DataContract]
public partial class TupleValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public (int Number, string Text) Value { get; set; }
}
