using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.MediaContents;

/// <summary>A clip.</summary>
[Serializable]
[DataContract]
public partial class MediaItem
{
    [DataMember(Order = 1)]
    public string Uri { get; set; } = "";

    [DataMember(Order = 2)]
    public string? Title { get; set; }

    [DataMember(Order = 3)]
    public int Width { get; set; }

    [DataMember(Order = 4)]
    public int Height { get; set; }

    [DataMember(Order = 5)]
    public string Format { get; set; } = "";

    [DataMember(Order = 6)]
    public long DurationMilliseconds { get; set; }

    [DataMember(Order = 7)]
    public long SizeBytes { get; set; }

    [DataMember(Order = 8)]
    public int? Bitrate { get; set; }

    [DataMember(Order = 9)]
    public List<string> Persons { get; set; } = [];

    [DataMember(Order = 10)]
    public MediaPlayer Player { get; set; }

    [DataMember(Order = 11)]
    public string? Copyright { get; set; }
}
