namespace Fathom.Model.Traces;

/// <summary>What a process allocated, estimated from samples.</summary>
/// <param name="Process">Its name.</param>
/// <param name="Pid">Its number.</param>
/// <param name="SpanNs">Nanoseconds that it was there while it was recorded; null where nothing tells.</param>
/// <param name="EstimatedBytes">Bytes of all objects.</param>
/// <param name="SampleCount">Samples that they are estimated from; at least one.</param>
public sealed record AllocationSum(string Process, long Pid, long? SpanNs, double EstimatedBytes, long SampleCount)
{
    /// <summary>Relative standard error of the estimate, in percent.</summary>
    public double ErrorPercent => 100 / Math.Sqrt(SampleCount);
}
