using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Telemetry;

/// <summary>Samples of a sensor in arrays of numbers.</summary>
[Serializable]
[DataContract]
public partial class TelemetryBatch
{
    [DataMember(Order = 1)]
    public string Device { get; set; } = "";

    [DataMember(Order = 2)]
    public long StartUnixMilliseconds { get; set; }

    [DataMember(Order = 3)]
    public long[] Offsets { get; set; } = [];

    [DataMember(Order = 4)]
    public float[] Values { get; set; } = [];

    [DataMember(Order = 5)]
    public double[] Positions { get; set; } = [];
}
