using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

/// <summary>When and where it is on.</summary>
[Serializable]
[DataContract]
public partial class CatalogPerformance
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public int EventId { get; set; }

    [DataMember(Order = 3)]
    public string? Name { get; set; }

    [DataMember(Order = 4)]
    public DateTime Start { get; set; }

    [DataMember(Order = 5)]
    public string VenueCode { get; set; } = "";

    [DataMember(Order = 6)]
    public List<CatalogPrice> Prices { get; set; } = [];

    [DataMember(Order = 7)]
    public List<SeatCategory> SeatCategories { get; set; } = [];
}
