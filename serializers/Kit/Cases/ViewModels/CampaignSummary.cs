using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>A campaign that a page shows first.</summary>
[Serializable]
[DataContract]
public partial class CampaignSummary
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Title { get; set; } = "";

    [DataMember(Order = 3)]
    public string? Description { get; set; }

    [DataMember(Order = 4)]
    public string? ImageUrl { get; set; }

    [DataMember(Order = 5)]
    public string OrganizationName { get; set; } = "";

    [DataMember(Order = 6)]
    public string? Headline { get; set; }
}
