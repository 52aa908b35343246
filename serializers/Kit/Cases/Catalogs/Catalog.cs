using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

/// <summary>Maps from ids to names and objects, and a list that refers to them.</summary>
[Serializable]
[DataContract]
public partial class Catalog
{
    [DataMember(Order = 1)]
    public Dictionary<string, string> AreaNames { get; set; } = [];

    [DataMember(Order = 2)]
    public Dictionary<string, string> AudienceNames { get; set; } = [];

    [DataMember(Order = 3)]
    public Dictionary<string, string> SeatCategoryNames { get; set; } = [];

    [DataMember(Order = 4)]
    public Dictionary<string, string> TopicNames { get; set; } = [];

    [DataMember(Order = 5)]
    public Dictionary<string, CatalogEvent> Events { get; set; } = [];

    [DataMember(Order = 6)]
    public List<CatalogPerformance> Performances { get; set; } = [];
}
