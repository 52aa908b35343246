using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>A document; its author and tags are objects that others have too.</summary>
[Serializable]
[DataContract]
public partial class GraphDocument
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Title { get; set; } = "";

    [DataMember(Order = 3)]
    public GraphAuthor? Author { get; set; }

    [DataMember(Order = 4)]
    public List<GraphTag> Tags { get; set; } = [];
}
