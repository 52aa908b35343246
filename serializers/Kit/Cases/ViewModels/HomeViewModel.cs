using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>The first page of a site.</summary>
[Serializable]
[DataContract]
public partial class HomeViewModel
{
    [DataMember(Order = 1)]
    public List<EventSummary> Events { get; set; } = [];

    [DataMember(Order = 2)]
    public CampaignSummary? Featured { get; set; }

    [DataMember(Order = 3)]
    public bool IsNewAccount { get; set; }
}
