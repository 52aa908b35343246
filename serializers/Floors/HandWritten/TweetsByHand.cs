using Fathom.Serializers.Kit.Cases.Tweets;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class TweetsByHand
{
    public static void Write(BinaryWriter to, Timeline value)
    {
        to.WriteList(value.Statuses, Write);
        Write(to, value.Search);
    }

    public static Timeline ReadTimeline(BinaryReader from) => new() { Statuses = from.ReadList(ReadTweet), Search = ReadTweetSearch(from) };

    public static void Write(BinaryWriter to, Tweet value)
    {
        to.Write(value.Id);
        to.Write(value.IdText);
        to.WriteMoment(value.CreatedAt);
        to.Write(value.Text);
        to.Write(value.Source);
        to.Write(value.IsTruncated);
        to.WriteOptional(value.InReplyToStatusId);
        to.WriteOptional(value.InReplyToUserId);
        to.WriteOptional(value.InReplyToScreenName);
        Write(to, value.User);
        to.WriteOptional(value.Repeated, Write);
        to.Write(value.RepeatCount);
        to.Write(value.FavoriteCount);
        Write(to, value.Entities);
        to.Write(value.IsFavorited);
        to.WriteOptional(value.IsSensitive);
        to.Write(value.Language);
    }

    public static Tweet ReadTweet(BinaryReader from) => new()
    {
        Id = from.ReadInt64(),
        IdText = from.ReadString(),
        CreatedAt = from.ReadMoment(),
        Text = from.ReadString(),
        Source = from.ReadString(),
        IsTruncated = from.ReadBoolean(),
        InReplyToStatusId = from.ReadOptionalInt64(),
        InReplyToUserId = from.ReadOptionalInt64(),
        InReplyToScreenName = from.ReadOptionalString(),
        User = ReadTweetUser(from),
        Repeated = from.ReadOptional(ReadTweet),
        RepeatCount = from.ReadInt32(),
        FavoriteCount = from.ReadInt32(),
        Entities = ReadTweetEntities(from),
        IsFavorited = from.ReadBoolean(),
        IsSensitive = from.ReadOptionalBoolean(),
        Language = from.ReadString(),
    };

    public static void Write(BinaryWriter to, TweetEntities value)
    {
        to.WriteList(value.Hashtags, Write);
        to.WriteList(value.Urls, Write);
        to.WriteList(value.Mentions, Write);
    }

    public static TweetEntities ReadTweetEntities(BinaryReader from) => new()
    {
        Hashtags = from.ReadList(ReadTweetTag),
        Urls = from.ReadList(ReadTweetLink),
        Mentions = from.ReadList(ReadTweetMention),
    };

    public static void Write(BinaryWriter to, TweetLink value)
    {
        to.Write(value.Url);
        to.Write(value.ExpandedUrl);
        to.Write(value.DisplayUrl);
        to.Write(value.Start);
        to.Write(value.End);
    }

    public static TweetLink ReadTweetLink(BinaryReader from) => new()
    {
        Url = from.ReadString(),
        ExpandedUrl = from.ReadString(),
        DisplayUrl = from.ReadString(),
        Start = from.ReadInt32(),
        End = from.ReadInt32(),
    };

    public static void Write(BinaryWriter to, TweetMention value)
    {
        to.Write(value.ScreenName);
        to.Write(value.Name);
        to.Write(value.Id);
        to.Write(value.Start);
        to.Write(value.End);
    }

    public static TweetMention ReadTweetMention(BinaryReader from) => new()
    {
        ScreenName = from.ReadString(),
        Name = from.ReadString(),
        Id = from.ReadInt64(),
        Start = from.ReadInt32(),
        End = from.ReadInt32(),
    };

    public static void Write(BinaryWriter to, TweetSearch value)
    {
        to.Write(value.CompletedInSeconds);
        to.Write(value.MaxId);
        to.Write(value.Query);
        to.Write(value.Count);
    }

    public static TweetSearch ReadTweetSearch(BinaryReader from) => new()
    {
        CompletedInSeconds = from.ReadDouble(),
        MaxId = from.ReadInt64(),
        Query = from.ReadString(),
        Count = from.ReadInt32(),
    };

    public static void Write(BinaryWriter to, TweetTag value)
    {
        to.Write(value.Text);
        to.Write(value.Start);
        to.Write(value.End);
    }

    public static TweetTag ReadTweetTag(BinaryReader from) => new() { Text = from.ReadString(), Start = from.ReadInt32(), End = from.ReadInt32() };

    public static void Write(BinaryWriter to, TweetUser value)
    {
        to.Write(value.Id);
        to.Write(value.Name);
        to.Write(value.ScreenName);
        to.WriteOptional(value.Location);
        to.WriteOptional(value.Description);
        to.WriteOptional(value.Url);
        to.Write(value.IsProtected);
        to.Write(value.Followers);
        to.Write(value.Friends);
        to.Write(value.Listed);
        to.WriteMoment(value.CreatedAt);
        to.Write(value.Favorites);
        to.WriteOptional(value.UtcOffset);
        to.WriteOptional(value.TimeZone);
        to.Write(value.IsVerified);
        to.Write(value.Statuses);
        to.Write(value.ProfileColor);
        to.Write(value.ProfileImageUrl);
        to.Write(value.IsDefaultProfile);
    }

    public static TweetUser ReadTweetUser(BinaryReader from) => new()
    {
        Id = from.ReadInt64(),
        Name = from.ReadString(),
        ScreenName = from.ReadString(),
        Location = from.ReadOptionalString(),
        Description = from.ReadOptionalString(),
        Url = from.ReadOptionalString(),
        IsProtected = from.ReadBoolean(),
        Followers = from.ReadInt32(),
        Friends = from.ReadInt32(),
        Listed = from.ReadInt32(),
        CreatedAt = from.ReadMoment(),
        Favorites = from.ReadInt32(),
        UtcOffset = from.ReadOptionalInt32(),
        TimeZone = from.ReadOptionalString(),
        IsVerified = from.ReadBoolean(),
        Statuses = from.ReadInt32(),
        ProfileColor = from.ReadString(),
        ProfileImageUrl = from.ReadString(),
        IsDefaultProfile = from.ReadBoolean(),
    };
}
