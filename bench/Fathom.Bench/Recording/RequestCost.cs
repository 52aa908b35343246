namespace Fathom.Bench.Recording;

/// <summary>What requests cost for some time.</summary>
/// <param name="Answers">Requests that were answered.</param>
/// <param name="CpuNs">CPU time of the program that answered.</param>
/// <param name="RecorderCpuNs">CPU time of the recorder; 0 where nothing was recorded.</param>
internal readonly record struct RequestCost(long Answers, double CpuNs, double RecorderCpuNs)
{
    public double EachNs => CpuNs / Answers;
}
