using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>A user named in a text.</summary>
[Serializable]
[DataContract]
public partial class TweetMention
{
    [DataMember(Order = 1)]
    public string ScreenName { get; set; } = "";

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public long Id { get; set; }

    [DataMember(Order = 4)]
    public int Start { get; set; }

    [DataMember(Order = 5)]
    public int End { get; set; }
}
