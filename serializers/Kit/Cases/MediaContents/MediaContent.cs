using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.MediaContents;

/// <summary>A clip and its preview images.</summary>
[Serializable]
[DataContract]
public partial class MediaContent
{
    [DataMember(Order = 1)]
    public MediaItem Media { get; set; } = null!;

    [DataMember(Order = 2)]
    public List<MediaImage> Images { get; set; } = [];
}
