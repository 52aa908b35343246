namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>Draws a short text and its author.</summary>
internal static class TweetTexts
{
    // Above 2^53, which a reader that makes doubles of numbers gets wrong.
    public static long Id(CaseData data) => 500_000_000_000_000_000 + (data.Random.NextLong() & 0xFF_FFFF_FFFF_FFFF);

    public static Tweet Tweet(CaseData data, int depth)
    {
        long id = Id(data);
        bool isReply = data.Random.Chance(30) && !data.IsNull();
        return new Tweet
        {
            Id = id,
            IdText = $"{id}",
            CreatedAt = data.Moment(),
            Text = string.Join(' ', data.Text(), data.Text(), data.Text(), data.Text()),
            Source = $"<a href=\"http://{data.Word()}.example/download\" rel=\"nofollow\">{data.Word()}</a>",
            IsTruncated = data.Random.Chance(5),
            InReplyToStatusId = isReply ? Id(data) : null,
            InReplyToUserId = isReply ? data.Skewed(31) : null,
            InReplyToScreenName = isReply ? data.Word() : null,
            User = User(data),
            Repeated = depth < data.Dials.Nesting && data.Random.Chance(40) ? Tweet(data, depth + 1) : null,
            RepeatCount = data.Skewed(14),
            FavoriteCount = data.Skewed(14),
            Entities = Entities(data),
            IsFavorited = data.Random.Chance(5),
            IsSensitive = data.IsNull() ? null : data.Random.Chance(10),
            Language = data.OneOf("ja", "en", "de", "zh", "ko"),
        };
    }

    private static TweetEntities Entities(CaseData data) => new()
    {
        Hashtags = data.Many(data.Skewed(2), static (data, at) => new TweetTag { Text = data.Text(), Start = at * 10, End = (at * 10) + 8 }),
        Urls = data.Many(data.Skewed(1), static (data, at) =>
        {
            string address = $"{data.Word()}.example/{data.Word()}";
            return new TweetLink { Url = $"http://t.example/{data.Word()}", ExpandedUrl = $"http://{address}", DisplayUrl = address, Start = at, End = at + 22 };
        }),
        Mentions = data.Many(data.Skewed(1), static (data, at) => new TweetMention
        {
            ScreenName = data.Word(),
            Name = data.Name(),
            Id = data.Skewed(31),
            Start = at,
            End = at + 10,
        }),
    };

    private static TweetUser User(CaseData data)
    {
        string name = data.Word();
        return new TweetUser
        {
            Id = data.Skewed(31),
            Name = data.Name(),
            ScreenName = name,
            Location = data.TextOrNull(),
            Description = data.IsNull() ? null : $"{data.Text()} {data.Text()}",
            Url = data.IsNull() ? null : $"http://{data.Word()}.example",
            IsProtected = data.Random.Chance(2),
            Followers = data.Skewed(16),
            Friends = data.Skewed(12),
            Listed = data.Skewed(6),
            CreatedAt = data.Moment(),
            Favorites = data.Skewed(12),
            UtcOffset = data.IsNull() ? null : data.Between(-11, 12) * 3600,
            TimeZone = data.IsNull() ? null : data.OneOf("Tokyo", "Irkutsk", "London", "Hawaii"),
            IsVerified = data.Random.Chance(1),
            Statuses = data.Skewed(17),
            ProfileColor = data.OneOf("C0DEED", "0084B4", "FFFFFF", "131516"),
            ProfileImageUrl = $"http://images.example/{name}/{data.Digits(10)}_normal.jpeg",
            IsDefaultProfile = data.Random.Chance(50),
        };
    }
}
