using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class Catalog;

[MemoryPackable]
public partial class CatalogEvent;

[MemoryPackable]
public partial class CatalogPerformance;

[MemoryPackable]
public partial class CatalogPrice;

[MemoryPackable]
public partial class SeatArea;

[MemoryPackable]
public partial class SeatCategory;
