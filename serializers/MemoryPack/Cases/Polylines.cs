using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Polylines;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class GeoPoint;

[MemoryPackable]
public partial class Outline;

[MemoryPackable]
public partial class OutlineRing;
