namespace Fathom.Serializers.Kit.Cases.MediaContents;

/// <summary>N clips with two preview images each: a few texts, enums and numbers per object.</summary>
public sealed class MediaContentCase() : SerializerCase<MediaLibrary>("media-content", "N clips with two images each: texts, numbers, enums, a list of names")
{
    /// <inheritdoc/>
    public override MediaLibrary Generate(CaseData data) => new() { Contents = data.Many(data.Dials.N, static (data, _) => Content(data)) };

    /// <inheritdoc/>
    public override long Touch(MediaLibrary value)
    {
        long sum = 0;
        foreach (MediaContent one in value.Contents)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(MediaContent value)
    {
        long sum = Sum(value.Media);
        foreach (MediaImage one in value.Images)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(MediaItem value)
    {
        long sum = value.Uri.Length + (value.Title?.Length ?? 0) + value.Width + value.Height + value.Format.Length
            + value.DurationMilliseconds + value.SizeBytes + (value.Bitrate ?? 0) + (int)value.Player + (value.Copyright?.Length ?? 0);
        foreach (string one in value.Persons)
            sum += one.Length;
        return sum;
    }

    private static long Sum(MediaImage value) =>
        value.Uri.Length + (value.Title?.Length ?? 0) + value.Width + value.Height + (int)value.Size;

    private static MediaContent Content(CaseData data) => new()
    {
        Media = new MediaItem
        {
            Uri = $"http://{data.Word()}.example/{data.Word()}.mpg",
            Title = data.TextOrNull(),
            Width = data.OneOf(640, 1280, 1920),
            Height = data.OneOf(480, 720, 1080),
            Format = data.OneOf("video/mpg4", "video/webm"),
            DurationMilliseconds = data.Between(10_000, 20_000_000),
            SizeBytes = data.Between(1_000_000, 100_000_000),
            Bitrate = data.IsNull() ? null : 262_144,
            Persons = data.Many(2, static (data, _) => data.Name()),
            Player = data.OneOf(MediaPlayer.Browser, MediaPlayer.Native),
            Copyright = data.TextOrNull(),
        },
        Images = data.Many(2, static (data, at) => new MediaImage
        {
            Uri = $"http://{data.Word()}.example/{data.Word()}_{(at == 0 ? "large" : "small")}.jpg",
            Title = data.TextOrNull(),
            Width = at == 0 ? 1024 : 320,
            Height = at == 0 ? 768 : 240,
            Size = at == 0 ? ImageSize.Large : ImageSize.Small,
        }),
    };
}
