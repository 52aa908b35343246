using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>Documents that share authors and tags.</summary>
[Serializable]
[DataContract]
public partial class DocumentSet
{
    [DataMember(Order = 1)]
    public List<GraphDocument> Documents { get; set; } = [];
}
