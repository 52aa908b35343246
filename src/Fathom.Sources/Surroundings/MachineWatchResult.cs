namespace Fathom.Sources.Surroundings;

/// <summary>What became of a watch over a machine.</summary>
/// <param name="Rounds">How often the memory of all processes was read.</param>
/// <param name="Processes">Processes that there were.</param>
/// <param name="CpuNs">Processor time that the watch took while it ran, without its begin and its end.</param>
/// <param name="EndsCpuNs">Processor time of its begin and its end.</param>
/// <param name="Bytes">Size of the log.</param>
/// <param name="Notes">What a reader must know: what changed, and what was left out.</param>
/// <param name="Problem">Why the log is not whole; null where it is.</param>
public sealed record MachineWatchResult(long Rounds, int Processes, long CpuNs, long EndsCpuNs, long Bytes, IReadOnlyList<string> Notes, string? Problem)
{
    /// <summary>How often the figures of the machine were read.</summary>
    public long Readings { get; init; }

    /// <summary>Processor time of that, a part of the time while it ran.</summary>
    public long FigureCpuNs { get; init; }
}
