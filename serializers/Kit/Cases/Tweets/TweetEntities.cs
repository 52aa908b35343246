using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>What a text contains.</summary>
[Serializable]
[DataContract]
public partial class TweetEntities
{
    [DataMember(Order = 1)]
    public List<TweetTag> Hashtags { get; set; } = [];

    [DataMember(Order = 2)]
    public List<TweetLink> Urls { get; set; } = [];

    [DataMember(Order = 3)]
    public List<TweetMention> Mentions { get; set; } = [];
}
