using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.MediaContents;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class MediaContent;

[MemoryPackable]
public partial class MediaImage;

[MemoryPackable]
public partial class MediaItem;

[MemoryPackable]
public partial class MediaLibrary;
