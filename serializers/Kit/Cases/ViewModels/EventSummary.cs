using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>An event in a list.</summary>
[Serializable]
[DataContract]
public partial class EventSummary
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public string? Description { get; set; }

    [DataMember(Order = 4)]
    public string? ImageUrl { get; set; }

    [DataMember(Order = 5)]
    public int CampaignId { get; set; }

    [DataMember(Order = 6)]
    public string CampaignName { get; set; } = "";

    [DataMember(Order = 7)]
    public string OrganizationName { get; set; } = "";

    [DataMember(Order = 8)]
    public EventKind Kind { get; set; }

    [DataMember(Order = 9)]
    public DateTime Start { get; set; }

    [DataMember(Order = 10)]
    public DateTime End { get; set; }
}
