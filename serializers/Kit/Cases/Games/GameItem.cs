using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>A stack of items; one may hold others.</summary>
[Serializable]
[DataContract]
public partial class GameItem
{
    [DataMember(Order = 1)]
    public string Id { get; set; } = "";

    [DataMember(Order = 2)]
    public int Count { get; set; }

    [DataMember(Order = 3)]
    public int Slot { get; set; }

    [DataMember(Order = 4)]
    public List<GameItem> Contents { get; set; } = [];
}
