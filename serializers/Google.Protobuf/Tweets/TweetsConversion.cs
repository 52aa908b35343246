using Fathom.Serializers.Kit.Cases.Tweets;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Serializers.GoogleProtobuf.Tweets;

internal static class TweetsConversion
{
    public static TimelineMessage ToMessage(Timeline value)
    {
        TimelineMessage message = new() { Search = value.Search is { } search ? ToMessage(search) : null };
        message.Statuses.AddAll(value.Statuses, ToMessage);
        return message;
    }

    public static Timeline ToValue(TimelineMessage message)
    {
        Timeline value = new() { Search = message.Search is { } search ? ToValue(search) : null! };
        value.Statuses.AddAll(message.Statuses, ToValue);
        return value;
    }

    public static TweetMessage ToMessage(Tweet value)
    {
        TweetMessage message = new()
        {
            Id = value.Id,
            IdText = value.IdText,
            CreatedAt = Timestamp.FromDateTime(value.CreatedAt),
            Text = value.Text,
            Source = value.Source,
            IsTruncated = value.IsTruncated,
            User = value.User is { } user ? ToMessage(user) : null,
            Repeated = value.Repeated is { } repeated ? ToMessage(repeated) : null,
            RepeatCount = value.RepeatCount,
            FavoriteCount = value.FavoriteCount,
            Entities = value.Entities is { } entities ? ToMessage(entities) : null,
            IsFavorited = value.IsFavorited,
            Language = value.Language,
        };
        if (value.InReplyToStatusId is { } inReplyToStatusId)
            message.InReplyToStatusId = inReplyToStatusId;
        if (value.InReplyToUserId is { } inReplyToUserId)
            message.InReplyToUserId = inReplyToUserId;
        if (value.InReplyToScreenName is { } inReplyToScreenName)
            message.InReplyToScreenName = inReplyToScreenName;
        if (value.IsSensitive is { } isSensitive)
            message.IsSensitive = isSensitive;
        return message;
    }

    public static Tweet ToValue(TweetMessage message) => new()
    {
        Id = message.Id,
        IdText = message.IdText,
        CreatedAt = message.CreatedAt?.ToDateTime() ?? default,
        Text = message.Text,
        Source = message.Source,
        IsTruncated = message.IsTruncated,
        InReplyToStatusId = message.HasInReplyToStatusId ? message.InReplyToStatusId : null,
        InReplyToUserId = message.HasInReplyToUserId ? message.InReplyToUserId : null,
        InReplyToScreenName = message.HasInReplyToScreenName ? message.InReplyToScreenName : null,
        User = message.User is { } user ? ToValue(user) : null!,
        Repeated = message.Repeated is { } repeated ? ToValue(repeated) : null,
        RepeatCount = message.RepeatCount,
        FavoriteCount = message.FavoriteCount,
        Entities = message.Entities is { } entities ? ToValue(entities) : null!,
        IsFavorited = message.IsFavorited,
        IsSensitive = message.HasIsSensitive ? message.IsSensitive : null,
        Language = message.Language,
    };

    public static TweetEntitiesMessage ToMessage(TweetEntities value)
    {
        TweetEntitiesMessage message = new();
        message.Hashtags.AddAll(value.Hashtags, ToMessage);
        message.Urls.AddAll(value.Urls, ToMessage);
        message.Mentions.AddAll(value.Mentions, ToMessage);
        return message;
    }

    public static TweetEntities ToValue(TweetEntitiesMessage message)
    {
        TweetEntities value = new();
        value.Hashtags.AddAll(message.Hashtags, ToValue);
        value.Urls.AddAll(message.Urls, ToValue);
        value.Mentions.AddAll(message.Mentions, ToValue);
        return value;
    }

    public static TweetLinkMessage ToMessage(TweetLink value) => new()
    {
        Url = value.Url,
        ExpandedUrl = value.ExpandedUrl,
        DisplayUrl = value.DisplayUrl,
        Start = value.Start,
        End = value.End,
    };

    public static TweetLink ToValue(TweetLinkMessage message) => new()
    {
        Url = message.Url,
        ExpandedUrl = message.ExpandedUrl,
        DisplayUrl = message.DisplayUrl,
        Start = message.Start,
        End = message.End,
    };

    public static TweetMentionMessage ToMessage(TweetMention value) => new()
    {
        ScreenName = value.ScreenName,
        Name = value.Name,
        Id = value.Id,
        Start = value.Start,
        End = value.End,
    };

    public static TweetMention ToValue(TweetMentionMessage message) => new()
    {
        ScreenName = message.ScreenName,
        Name = message.Name,
        Id = message.Id,
        Start = message.Start,
        End = message.End,
    };

    public static TweetSearchMessage ToMessage(TweetSearch value) => new()
    {
        CompletedInSeconds = value.CompletedInSeconds,
        MaxId = value.MaxId,
        Query = value.Query,
        Count = value.Count,
    };

    public static TweetSearch ToValue(TweetSearchMessage message) => new()
    {
        CompletedInSeconds = message.CompletedInSeconds,
        MaxId = message.MaxId,
        Query = message.Query,
        Count = message.Count,
    };

    public static TweetTagMessage ToMessage(TweetTag value) => new() { Text = value.Text, Start = value.Start, End = value.End };

    public static TweetTag ToValue(TweetTagMessage message) => new() { Text = message.Text, Start = message.Start, End = message.End };

    public static TweetUserMessage ToMessage(TweetUser value)
    {
        TweetUserMessage message = new()
        {
            Id = value.Id,
            Name = value.Name,
            ScreenName = value.ScreenName,
            IsProtected = value.IsProtected,
            Followers = value.Followers,
            Friends = value.Friends,
            Listed = value.Listed,
            CreatedAt = Timestamp.FromDateTime(value.CreatedAt),
            Favorites = value.Favorites,
            IsVerified = value.IsVerified,
            Statuses = value.Statuses,
            ProfileColor = value.ProfileColor,
            ProfileImageUrl = value.ProfileImageUrl,
            IsDefaultProfile = value.IsDefaultProfile,
        };
        if (value.Location is { } location)
            message.Location = location;
        if (value.Description is { } description)
            message.Description = description;
        if (value.Url is { } url)
            message.Url = url;
        if (value.UtcOffset is { } utcOffset)
            message.UtcOffset = utcOffset;
        if (value.TimeZone is { } timeZone)
            message.TimeZone = timeZone;
        return message;
    }

    public static TweetUser ToValue(TweetUserMessage message) => new()
    {
        Id = message.Id,
        Name = message.Name,
        ScreenName = message.ScreenName,
        Location = message.HasLocation ? message.Location : null,
        Description = message.HasDescription ? message.Description : null,
        Url = message.HasUrl ? message.Url : null,
        IsProtected = message.IsProtected,
        Followers = message.Followers,
        Friends = message.Friends,
        Listed = message.Listed,
        CreatedAt = message.CreatedAt?.ToDateTime() ?? default,
        Favorites = message.Favorites,
        UtcOffset = message.HasUtcOffset ? message.UtcOffset : null,
        TimeZone = message.HasTimeZone ? message.TimeZone : null,
        IsVerified = message.IsVerified,
        Statuses = message.Statuses,
        ProfileColor = message.ProfileColor,
        ProfileImageUrl = message.ProfileImageUrl,
        IsDefaultProfile = message.IsDefaultProfile,
    };
}
