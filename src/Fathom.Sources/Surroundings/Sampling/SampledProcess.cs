namespace Fathom.Sources.Surroundings.Sampling;

/// <summary>A process whose memory is sampled.</summary>
/// <param name="number">Its number in the log.</param>
/// <param name="pid">Its number at the operating system.</param>
/// <param name="startTicks">When it started, in ticks from the start of the machine.</param>
internal sealed class SampledProcess(int number, int pid, long startTicks)
{
    public int Number { get; } = number;

    public int Pid { get; } = pid;

    public long StartTicks { get; } = startTicks;

    /// <summary>Its statm, open: it tells of this process and never of a later one of that number. Below 0 where it is not kept open.</summary>
    public int File { get; set; } = -1;

    public string Name { get; set; } = "";

    public string? CommandLine { get; set; }

    /// <summary>Bytes at the last look; below 0 before the first.</summary>
    public long RssBytes { get; set; } = -1;

    /// <summary>Looks so far.</summary>
    public int Rounds { get; set; }
}
