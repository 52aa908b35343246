using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Logs;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class LogEntry;

[MemoryPackable]
public partial class LogFile;
