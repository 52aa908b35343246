using MemoryPack;

namespace Fathom.Serializers.Kit.Streaming;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class StreamedRow;

[MemoryPackable]
public partial class StreamedRows;
