using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

/// <summary>What is on.</summary>
[Serializable]
[DataContract]
public partial class CatalogEvent
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public string? Description { get; set; }

    [DataMember(Order = 4)]
    public string? Logo { get; set; }

    [DataMember(Order = 5)]
    public List<int> TopicIds { get; set; } = [];

    [DataMember(Order = 6)]
    public List<int> SubTopicIds { get; set; } = [];
}
