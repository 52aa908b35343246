using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>A class with a member that may hold anything.</summary>
[Serializable]
[DataContract]
public partial class OpenHolder
{
    /// <summary>Anything.</summary>
    [DataMember(Order = 1)]
    public object? Value { get; set; }
}
