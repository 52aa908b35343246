namespace Fathom.Model.Scheduling;

/// <summary>A processor while its trace is read.</summary>
internal sealed class CpuEntry
{
    /// <summary>Whether it is known who runs: a switch was seen, and nothing was lost since.</summary>
    public bool IsKnown { get; set; }

    /// <summary>Whether any event of it was seen.</summary>
    public bool IsSeen { get; set; }

    /// <summary>Who runs.</summary>
    public int Tid { get; set; }

    /// <summary>Who ran before.</summary>
    public int PreviousTid { get; set; }

    /// <summary>Who left, where only the kernel's own record says so, and nobody came yet; 0 for none.</summary>
    public int LeftTid { get; set; }

    /// <summary>Its last event.</summary>
    public long LastNs { get; set; }

    /// <summary>When the samples of it stopped for the last time; <see cref="long.MaxValue"/> where they never did.</summary>
    public long UnsampledFromNs { get; set; } = long.MaxValue;

    /// <summary>When they went on; <see cref="long.MaxValue"/> where they did not yet.</summary>
    public long UnsampledToNs { get; set; }
}
