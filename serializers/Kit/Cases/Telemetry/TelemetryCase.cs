namespace Fathom.Serializers.Kit.Cases.Telemetry;

/// <summary>Samples of a sensor in arrays of numbers: what can be copied in blocks.</summary>
public sealed class TelemetryCase() : SerializerCase<TelemetryBatch>("telemetry", "N samples of a sensor in three arrays of numbers")
{
    /// <inheritdoc/>
    public override TelemetryBatch Generate(CaseData data)
    {
        int n = data.Dials.N;
        TelemetryBatch batch = new()
        {
            Device = data.Text(),
            StartUnixMilliseconds = 1_700_000_000_000 + data.Random.Below(1_000_000_000),
            Offsets = new long[n],
            Values = new float[n],
            Positions = new double[n],
        };
        double value = data.Fraction();
        for (int i = 0; i < n; i++)
        {
            value += (data.Fraction() - 0.5) / 4;
            batch.Offsets[i] = (i * 1000L) + data.Random.Below(20);
            batch.Values[i] = (float)value;
            batch.Positions[i] = data.Fraction();
        }

        return batch;
    }

    /// <inheritdoc/>
    public override long Touch(TelemetryBatch value)
    {
        long sum = value.Device.Length + value.StartUnixMilliseconds;
        foreach (long one in value.Offsets)
            sum += one;
        foreach (float one in value.Values)
            sum += (long)one;
        foreach (double one in value.Positions)
            sum += (long)one;
        return sum;
    }
}
