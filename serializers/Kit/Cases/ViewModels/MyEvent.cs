using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>An event of a volunteer.</summary>
[Serializable]
[DataContract]
public partial class MyEvent
{
    [DataMember(Order = 1)]
    public int EventId { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public DateTime Start { get; set; }

    [DataMember(Order = 4)]
    public DateTime End { get; set; }

    [DataMember(Order = 5)]
    public string TimeZone { get; set; } = "";

    [DataMember(Order = 6)]
    public string CampaignName { get; set; } = "";

    [DataMember(Order = 7)]
    public List<VolunteerTask> Tasks { get; set; } = [];
}
