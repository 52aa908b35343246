using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>What a player can make.</summary>
[Serializable]
[DataContract]
public partial class RecipeBook
{
    [DataMember(Order = 1)]
    public List<string> Recipes { get; set; } = [];

    [DataMember(Order = 2)]
    public List<string> ToBeDisplayed { get; set; } = [];

    [DataMember(Order = 3)]
    public bool IsFilteringCraftable { get; set; }

    [DataMember(Order = 4)]
    public bool IsOpen { get; set; }

    [DataMember(Order = 5)]
    public bool IsFurnaceFilteringCraftable { get; set; }

    [DataMember(Order = 6)]
    public bool IsFurnaceOpen { get; set; }
}
