using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>The events of a volunteer.</summary>
[Serializable]
[DataContract]
public partial class MyEventsViewModel
{
    [DataMember(Order = 1)]
    public List<MyEvent> Current { get; set; } = [];

    [DataMember(Order = 2)]
    public List<MyEvent> Future { get; set; } = [];

    [DataMember(Order = 3)]
    public List<MyEvent> Past { get; set; } = [];
}
