namespace Fathom.Recorder.Kernel.Rings;

/// <summary>An event that is open at a processor, for all threads or for one and what it makes.</summary>
/// <param name="file">Its descriptor.</param>
/// <param name="source">Which event it is, by its place among those that are recorded.</param>
/// <param name="cpu">The processor.</param>
/// <param name="tid">The thread; -1 for all.</param>
internal sealed class OpenEvent(int file, int source, int cpu, int tid)
{
    /// <summary>Its descriptor.</summary>
    public int File { get; } = file;

    /// <summary>Which event it is.</summary>
    public int Source { get; } = source;

    /// <summary>The processor.</summary>
    public int Cpu { get; } = cpu;

    /// <summary>The thread; -1 for all.</summary>
    public int Tid { get; } = tid;

    /// <summary>The id that its records have.</summary>
    public ulong Id { get; set; }

    /// <summary>Its counter when it was last read.</summary>
    public EventReading Last { get; set; }

    /// <summary>When that was done, on CLOCK_MONOTONIC.</summary>
    public long ReadNs { get; set; }

    /// <summary>Samples that went into the file.</summary>
    public long Kept { get; set; }

    /// <summary>Samples of the recorder itself.</summary>
    public long Own { get; set; }

    /// <summary>Samples that made no sense.</summary>
    public long Damaged { get; set; }

    /// <summary>Since when it is off; 0 while it is on.</summary>
    public long SilentFromNs { get; set; }
}
