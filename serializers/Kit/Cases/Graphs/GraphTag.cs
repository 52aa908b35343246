using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>A tag of many documents.</summary>
[Serializable]
[DataContract]
public partial class GraphTag
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string Label { get; set; } = "";
}
