using Orleans;

namespace Fathom.Serializers.Kit.Cases.Telemetry;

// The attribute makes the library's generator write a codec for each.
[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TelemetryBatch;
