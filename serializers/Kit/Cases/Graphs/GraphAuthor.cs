using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>The author of many documents.</summary>
[Serializable]
[DataContract]
public partial class GraphAuthor
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";
}
