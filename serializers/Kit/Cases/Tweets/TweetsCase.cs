namespace Fathom.Serializers.Kit.Cases.Tweets;

/// <summary>Short texts of a social network: many members, much text that is not ASCII, objects in objects of their own class.</summary>
public sealed class TweetsCase() : SerializerCase<Timeline>("tweets", "N short texts with author and entities; some repeat another, as deep as the nesting")
{
    /// <inheritdoc/>
    public override Timeline Generate(CaseData data) => new()
    {
        Statuses = data.Many(data.Dials.N, static (data, _) => TweetTexts.Tweet(data, 0)),
        Search = new TweetSearch
        {
            CompletedInSeconds = data.Between(1, 200) / 1000.0,
            MaxId = TweetTexts.Id(data),
            Query = data.Text(),
            Count = data.Dials.N,
        },
    };

    /// <inheritdoc/>
    public override long Touch(Timeline value)
    {
        long sum = Sum(value.Search);
        foreach (Tweet one in value.Statuses)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(Tweet value) =>
        value.Id + value.IdText.Length + value.CreatedAt.Ticks + value.Text.Length + value.Source.Length
            + (value.IsTruncated ? 1 : 0) + (value.InReplyToStatusId ?? 0) + (value.InReplyToUserId ?? 0)
            + (value.InReplyToScreenName?.Length ?? 0) + Sum(value.User)
            + (value.Repeated is { } aRepeated ? Sum(aRepeated) : 0) + value.RepeatCount + value.FavoriteCount
            + Sum(value.Entities) + (value.IsFavorited ? 1 : 0) + (value.IsSensitive == true ? 1 : 0) + value.Language.Length;

    private static long Sum(TweetUser value) =>
        value.Id + value.Name.Length + value.ScreenName.Length + (value.Location?.Length ?? 0)
            + (value.Description?.Length ?? 0) + (value.Url?.Length ?? 0) + (value.IsProtected ? 1 : 0) + value.Followers
            + value.Friends + value.Listed + value.CreatedAt.Ticks + value.Favorites + (value.UtcOffset ?? 0)
            + (value.TimeZone?.Length ?? 0) + (value.IsVerified ? 1 : 0) + value.Statuses + value.ProfileColor.Length
            + value.ProfileImageUrl.Length + (value.IsDefaultProfile ? 1 : 0);

    private static long Sum(TweetEntities value)
    {
        long sum = 0;
        foreach (TweetTag one in value.Hashtags)
            sum += Sum(one);
        foreach (TweetLink one in value.Urls)
            sum += Sum(one);
        foreach (TweetMention one in value.Mentions)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(TweetTag value) => value.Text.Length + value.Start + value.End;

    private static long Sum(TweetLink value) =>
        value.Url.Length + value.ExpandedUrl.Length + value.DisplayUrl.Length + value.Start + value.End;

    private static long Sum(TweetMention value) =>
        value.ScreenName.Length + value.Name.Length + value.Id + value.Start + value.End;

    private static long Sum(TweetSearch value) =>
        (long)value.CompletedInSeconds + value.MaxId + value.Query.Length + value.Count;
}
