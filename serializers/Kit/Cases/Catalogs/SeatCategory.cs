using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

/// <summary>A category of seats.</summary>
[Serializable]
[DataContract]
public partial class SeatCategory
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public List<SeatArea> Areas { get; set; } = [];
}
