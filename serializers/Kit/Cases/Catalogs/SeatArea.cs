using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

/// <summary>An area of seats.</summary>
[Serializable]
[DataContract]
public partial class SeatArea
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public List<int> BlockIds { get; set; } = [];
}
