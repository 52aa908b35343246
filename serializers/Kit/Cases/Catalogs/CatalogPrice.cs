using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

/// <summary>A price.</summary>
[Serializable]
[DataContract]
public partial class CatalogPrice
{
    [DataMember(Order = 1)]
    public int Amount { get; set; }

    [DataMember(Order = 2)]
    public int AudienceCategoryId { get; set; }

    [DataMember(Order = 3)]
    public int SeatCategoryId { get; set; }
}
