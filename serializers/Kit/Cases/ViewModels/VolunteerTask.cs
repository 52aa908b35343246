using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>A task at an event.</summary>
[Serializable]
[DataContract]
public partial class VolunteerTask
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public DateTime? Start { get; set; }

    [DataMember(Order = 4)]
    public DateTime? End { get; set; }
}
