using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>A tag in a text.</summary>
[Serializable]
[DataContract]
public partial class TweetTag
{
    [DataMember(Order = 1)]
    public string Text { get; set; } = "";

    [DataMember(Order = 2)]
    public int Start { get; set; }

    [DataMember(Order = 3)]
    public int End { get; set; }
}
