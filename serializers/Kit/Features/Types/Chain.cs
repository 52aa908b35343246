using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>An object that holds the next one.</summary>
[Serializable]
[DataContract]
public partial class Chain
{
    /// <summary>Its number.</summary>
    [DataMember(Order = 1)]
    public int Number { get; set; }

    /// <summary>The next.</summary>
    [DataMember(Order = 2)]
    public Chain? Next { get; set; }
}
