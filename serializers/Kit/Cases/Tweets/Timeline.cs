using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>Texts that were found.</summary>
[Serializable]
[DataContract]
public partial class Timeline
{
    [DataMember(Order = 1)]
    public List<Tweet> Statuses { get; set; } = [];

    [DataMember(Order = 2)]
    public TweetSearch Search { get; set; } = null!;
}
