namespace Fathom.Bench.Watching;

/// <summary>How a watched program fared for some time.</summary>
/// <param name="WallNs">The time.</param>
/// <param name="CpuNs">CPU time of all its threads.</param>
/// <param name="SlowNs">The slowest of a hundred of its calls that change its address space.</param>
internal readonly record struct Beat(long WallNs, long CpuNs, long SlowNs)
{
    public double Seconds => WallNs / 1e9;

    public double CpuPercent => 100.0 * CpuNs / WallNs;
}
