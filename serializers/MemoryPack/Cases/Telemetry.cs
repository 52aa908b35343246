using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Telemetry;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class TelemetryBatch;
