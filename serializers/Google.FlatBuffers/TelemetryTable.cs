using Fathom.Serializers.Kit.Cases.Telemetry;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

internal sealed class TelemetryTable : FlatTable<TelemetryBatch>
{
    public override int Write(FlatBufferBuilder to, TelemetryBatch value)
    {
        int device = FlatFields.Begin(to, value.Device), offsets = FlatFields.Begin(to, value.Offsets, sizeof(long));
        int values = FlatFields.Begin(to, value.Values, sizeof(float)), positions = FlatFields.Begin(to, value.Positions, sizeof(double));
        to.StartTable(5);
        to.AddOffset(0, device, 0);
        to.AddLong(1, value.StartUnixMilliseconds, 0);
        to.AddOffset(2, offsets, 0);
        to.AddOffset(3, values, 0);
        to.AddOffset(4, positions, 0);
        return to.EndTable();
    }

    public override TelemetryBatch Read(Table from) => new()
    {
        Device = from.Text(0)!,
        StartUnixMilliseconds = from.Long(1),
        Offsets = from.Block<long>(2),
        Values = from.Block<float>(3),
        Positions = from.Block<double>(4),
    };

    public override long Leaves(Table from)
    {
        long sum = from.Text(0)!.Length + from.Long(1);
        (int count, int start) = from.Vector(2);
        for (int i = 0; i < count; i++)
            sum += from.bb.GetLong(start + (i * sizeof(long)));
        (count, start) = from.Vector(3);
        for (int i = 0; i < count; i++)
            sum += (long)from.bb.GetFloat(start + (i * sizeof(float)));
        (count, start) = from.Vector(4);
        for (int i = 0; i < count; i++)
            sum += (long)from.bb.GetDouble(start + (i * sizeof(double)));
        return sum;
    }
}
