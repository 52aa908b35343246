using Orleans;

namespace Fathom.Serializers.Kit.Cases.MediaContents;

// The attribute makes the library's generator write a codec for each.
[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class MediaContent;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class MediaImage;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class MediaItem;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class MediaLibrary;
