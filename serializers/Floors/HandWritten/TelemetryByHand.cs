using Fathom.Serializers.Kit.Cases.Telemetry;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class TelemetryByHand
{
    public static void Write(BinaryWriter to, TelemetryBatch value)
    {
        to.Write(value.Device);
        to.Write(value.StartUnixMilliseconds);
        to.WriteBlock(value.Offsets);
        to.WriteBlock(value.Values);
        to.WriteBlock(value.Positions);
    }

    public static TelemetryBatch ReadTelemetryBatch(BinaryReader from) => new()
    {
        Device = from.ReadString(),
        StartUnixMilliseconds = from.ReadInt64(),
        Offsets = from.ReadBlock<long>(),
        Values = from.ReadBlock<float>(),
        Positions = from.ReadBlock<double>(),
    };
}
