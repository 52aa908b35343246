using Fathom.Serializers.Kit.Cases.MediaContents;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class MediaContentsByHand
{
    public static void Write(BinaryWriter to, MediaLibrary value) => to.WriteList(value.Contents, Write);

    public static MediaLibrary ReadMediaLibrary(BinaryReader from) => new() { Contents = from.ReadList(ReadMediaContent) };

    public static void Write(BinaryWriter to, MediaContent value)
    {
        Write(to, value.Media);
        to.WriteList(value.Images, Write);
    }

    public static MediaContent ReadMediaContent(BinaryReader from) => new() { Media = ReadMediaItem(from), Images = from.ReadList(ReadMediaImage) };

    public static void Write(BinaryWriter to, MediaImage value)
    {
        to.Write(value.Uri);
        to.WriteOptional(value.Title);
        to.Write(value.Width);
        to.Write(value.Height);
        to.Write((byte)value.Size);
    }

    public static MediaImage ReadMediaImage(BinaryReader from) => new()
    {
        Uri = from.ReadString(),
        Title = from.ReadOptionalString(),
        Width = from.ReadInt32(),
        Height = from.ReadInt32(),
        Size = (ImageSize)from.ReadByte(),
    };

    public static void Write(BinaryWriter to, MediaItem value)
    {
        to.Write(value.Uri);
        to.WriteOptional(value.Title);
        to.Write(value.Width);
        to.Write(value.Height);
        to.Write(value.Format);
        to.Write(value.DurationMilliseconds);
        to.Write(value.SizeBytes);
        to.WriteOptional(value.Bitrate);
        to.WriteList(value.Persons, static (to, one) => to.Write(one));
        to.Write((byte)value.Player);
        to.WriteOptional(value.Copyright);
    }

    public static MediaItem ReadMediaItem(BinaryReader from) => new()
    {
        Uri = from.ReadString(),
        Title = from.ReadOptionalString(),
        Width = from.ReadInt32(),
        Height = from.ReadInt32(),
        Format = from.ReadString(),
        DurationMilliseconds = from.ReadInt64(),
        SizeBytes = from.ReadInt64(),
        Bitrate = from.ReadOptionalInt32(),
        Persons = from.ReadList(static from => from.ReadString()),
        Player = (MediaPlayer)from.ReadByte(),
        Copyright = from.ReadOptionalString(),
    };
}
