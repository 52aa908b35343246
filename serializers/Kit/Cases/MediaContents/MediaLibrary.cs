using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.MediaContents;

/// <summary>Clips.</summary>
[Serializable]
[DataContract]
public partial class MediaLibrary
{
    [DataMember(Order = 1)]
    public List<MediaContent> Contents { get; set; } = [];
}
