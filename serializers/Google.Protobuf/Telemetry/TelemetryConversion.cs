using Fathom.Serializers.Kit.Cases.Telemetry;

namespace Fathom.Serializers.GoogleProtobuf.Telemetry;

internal static class TelemetryConversion
{
    public static TelemetryBatchMessage ToMessage(TelemetryBatch value)
    {
        TelemetryBatchMessage message = new() { Device = value.Device, StartUnixMilliseconds = value.StartUnixMilliseconds };
        message.Offsets.AddRange(value.Offsets);
        message.Values.AddRange(value.Values);
        message.Positions.AddRange(value.Positions);
        return message;
    }

    public static TelemetryBatch ToValue(TelemetryBatchMessage message) => new()
    {
        Device = message.Device,
        StartUnixMilliseconds = message.StartUnixMilliseconds,
        Offsets = [.. message.Offsets],
        Values = [.. message.Values],
        Positions = [.. message.Positions],
    };
}
