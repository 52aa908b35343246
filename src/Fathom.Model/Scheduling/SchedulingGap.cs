namespace Fathom.Model.Scheduling;

/// <summary>A span of time in which switches of a processor are missing: another thread left it than had come to it, or the recorder said so.</summary>
/// <param name="Cpu">The processor.</param>
/// <param name="StartNs">Last event before.</param>
/// <param name="EndNs">First event behind.</param>
/// <param name="IsReported">Whether the recorder itself said that events were lost.</param>
public readonly record struct SchedulingGap(int Cpu, long StartNs, long EndNs, bool IsReported);
