namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>What happens to a request to a disk.</summary>
public enum BlockStep
{
    /// <summary>It comes into the queue of the disk.</summary>
    Queued,

    /// <summary>It is given to the disk.</summary>
    Issued,

    /// <summary>The disk has done it, or a part of it.</summary>
    Completed,
}
