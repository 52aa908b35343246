using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>The author of a text.</summary>
[Serializable]
[DataContract]
public partial class TweetUser
{
    [DataMember(Order = 1)]
    public long Id { get; set; }

    [DataMember(Order = 2)]
    public string Name { get; set; } = "";

    [DataMember(Order = 3)]
    public string ScreenName { get; set; } = "";

    [DataMember(Order = 4)]
    public string? Location { get; set; }

    [DataMember(Order = 5)]
    public string? Description { get; set; }

    [DataMember(Order = 6)]
    public string? Url { get; set; }

    [DataMember(Order = 7)]
    public bool IsProtected { get; set; }

    [DataMember(Order = 8)]
    public int Followers { get; set; }

    [DataMember(Order = 9)]
    public int Friends { get; set; }

    [DataMember(Order = 10)]
    public int Listed { get; set; }

    [DataMember(Order = 11)]
    public DateTime CreatedAt { get; set; }

    [DataMember(Order = 12)]
    public int Favorites { get; set; }

    [DataMember(Order = 13)]
    public int? UtcOffset { get; set; }

    [DataMember(Order = 14)]
    public string? TimeZone { get; set; }

    [DataMember(Order = 15)]
    public bool IsVerified { get; set; }

    [DataMember(Order = 16)]
    public int Statuses { get; set; }

    [DataMember(Order = 17)]
    public string ProfileColor { get; set; } = "";

    [DataMember(Order = 18)]
    public string ProfileImageUrl { get; set; } = "";

    [DataMember(Order = 19)]
    public bool IsDefaultProfile { get; set; }
}
