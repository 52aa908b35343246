using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>How the texts were found.</summary>
[Serializable]
[DataContract]
public partial class TweetSearch
{
    [DataMember(Order = 1)]
    public double CompletedInSeconds { get; set; }

    [DataMember(Order = 2)]
    public long MaxId { get; set; }

    [DataMember(Order = 3)]
    public string Query { get; set; } = "";

    [DataMember(Order = 4)]
    public int Count { get; set; }
}
