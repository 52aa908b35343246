using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A structure whose members are set by its constructor alone.</summary>
[Serializable]
[DataContract]
public readonly partial struct Fixed
{
    /// <param name="number">The number.</param>
    public Fixed(int number) => Number = number;

    /// <summary>The number.</summary>
    [DataMember(Order = 1)]
    public int Number { get; }
}
