using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>A short text with what is known about it; one that repeats another contains it.</summary>
[Serializable]
[DataContract]
public partial class Tweet
{
    [DataMember(Order = 1)]
    public long Id { get; set; }

    [DataMember(Order = 2)]
    public string IdText { get; set; } = "";

    [DataMember(Order = 3)]
    public DateTime CreatedAt { get; set; }

    [DataMember(Order = 4)]
    public string Text { get; set; } = "";

    [DataMember(Order = 5)]
    public string Source { get; set; } = "";

    [DataMember(Order = 6)]
    public bool IsTruncated { get; set; }

    [DataMember(Order = 7)]
    public long? InReplyToStatusId { get; set; }

    [DataMember(Order = 8)]
    public long? InReplyToUserId { get; set; }

    [DataMember(Order = 9)]
    public string? InReplyToScreenName { get; set; }

    [DataMember(Order = 10)]
    public TweetUser User { get; set; } = null!;

    [DataMember(Order = 11)]
    public Tweet? Repeated { get; set; }

    [DataMember(Order = 12)]
    public int RepeatCount { get; set; }

    [DataMember(Order = 13)]
    public int FavoriteCount { get; set; }

    [DataMember(Order = 14)]
    public TweetEntities Entities { get; set; } = null!;

    [DataMember(Order = 15)]
    public bool IsFavorited { get; set; }

    [DataMember(Order = 16)]
    public bool? IsSensitive { get; set; }

    [DataMember(Order = 17)]
    public string Language { get; set; } = "";
}
