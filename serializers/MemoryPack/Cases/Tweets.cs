using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Tweets;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class Timeline;

[MemoryPackable]
public partial class Tweet;

[MemoryPackable]
public partial class TweetEntities;

[MemoryPackable]
public partial class TweetLink;

[MemoryPackable]
public partial class TweetMention;

[MemoryPackable]
public partial class TweetSearch;

[MemoryPackable]
public partial class TweetTag;

[MemoryPackable]
public partial class TweetUser;
