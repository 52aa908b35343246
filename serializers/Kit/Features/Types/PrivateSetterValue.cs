using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A property that only the class itself sets.</summary>
[Serializable]
[DataContract]
public partial class PrivateSetterValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    public int Value { get; private set; }

    /// <summary>Sets it.</summary>
    public PrivateSetterValue Set(int value)
    {
        Value = value;
        return this;
    }
}
