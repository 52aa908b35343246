using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A class whose base class has a private field.</summary>
[Serializable]
[DataContract]
public partial class DerivedValue : BaseWithSecret
{
    /// <summary>The value.</summary>
    [DataMember(Order = 2)]
    public int Value { get; set; }
}
