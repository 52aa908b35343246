using Fathom.Serializers.Kit.Cases.MediaContents;

namespace Fathom.Serializers.GoogleProtobuf.MediaContents;

internal static class MediaContentsConversion
{
    public static MediaLibraryMessage ToMessage(MediaLibrary value)
    {
        MediaLibraryMessage message = new();
        message.Contents.AddAll(value.Contents, ToMessage);
        return message;
    }

    public static MediaLibrary ToValue(MediaLibraryMessage message)
    {
        MediaLibrary value = new();
        value.Contents.AddAll(message.Contents, ToValue);
        return value;
    }

    public static MediaContentMessage ToMessage(MediaContent value)
    {
        MediaContentMessage message = new() { Media = value.Media is { } media ? ToMessage(media) : null };
        message.Images.AddAll(value.Images, ToMessage);
        return message;
    }

    public static MediaContent ToValue(MediaContentMessage message)
    {
        MediaContent value = new() { Media = message.Media is { } media ? ToValue(media) : null! };
        value.Images.AddAll(message.Images, ToValue);
        return value;
    }

    public static MediaImageMessage ToMessage(MediaImage value)
    {
        MediaImageMessage message = new()
        {
            Uri = value.Uri,
            Width = value.Width,
            Height = value.Height,
            Size = (ImageSizeCode)value.Size,
        };
        if (value.Title is { } title)
            message.Title = title;
        return message;
    }

    public static MediaImage ToValue(MediaImageMessage message) => new()
    {
        Uri = message.Uri,
        Title = message.HasTitle ? message.Title : null,
        Width = message.Width,
        Height = message.Height,
        Size = (ImageSize)message.Size,
    };

    public static MediaItemMessage ToMessage(MediaItem value)
    {
        MediaItemMessage message = new()
        {
            Uri = value.Uri,
            Width = value.Width,
            Height = value.Height,
            Format = value.Format,
            DurationMilliseconds = value.DurationMilliseconds,
            SizeBytes = value.SizeBytes,
            Player = (MediaPlayerCode)value.Player,
        };
        if (value.Title is { } title)
            message.Title = title;
        if (value.Bitrate is { } bitrate)
            message.Bitrate = bitrate;
        message.Persons.AddRange(value.Persons);
        if (value.Copyright is { } copyright)
            message.Copyright = copyright;
        return message;
    }

    public static MediaItem ToValue(MediaItemMessage message) => new()
    {
        Uri = message.Uri,
        Title = message.HasTitle ? message.Title : null,
        Width = message.Width,
        Height = message.Height,
        Format = message.Format,
        DurationMilliseconds = message.DurationMilliseconds,
        SizeBytes = message.SizeBytes,
        Bitrate = message.HasBitrate ? message.Bitrate : null,
        Persons = [.. message.Persons],
        Player = (MediaPlayer)message.Player,
        Copyright = message.HasCopyright ? message.Copyright : null,
    };
}
