using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.MediaContents;

/// <summary>A preview image.</summary>
[Serializable]
[DataContract]
public partial class MediaImage
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
    public ImageSize Size { get; set; }
}
