using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>A link in a text.</summary>
[Serializable]
[DataContract]
public partial class TweetLink
{
    [DataMember(Order = 1)]
    public string Url { get; set; } = "";

    [DataMember(Order = 2)]
    public string ExpandedUrl { get; set; } = "";

    [DataMember(Order = 3)]
    public string DisplayUrl { get; set; } = "";

    [DataMember(Order = 4)]
    public int Start { get; set; }

    [DataMember(Order = 5)]
    public int End { get; set; }
}
