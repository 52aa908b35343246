using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>A category of products.</summary>
[Serializable]
[DataContract]
public partial class CategoryDto
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string CategoryName { get; set; } = "";

    [DataMember(Order = 3)]
    public string? Description { get; set; }
}
