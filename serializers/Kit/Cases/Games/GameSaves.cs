using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>Saved players.</summary>
[Serializable]
[DataContract]
public partial class GameSaves
{
    [DataMember(Order = 1)]
    public List<PlayerSave> Players { get; set; } = [];
}
