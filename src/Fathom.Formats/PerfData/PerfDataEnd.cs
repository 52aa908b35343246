namespace Fathom.Formats.PerfData;

/// <summary>How a recording ended.</summary>
public enum PerfDataEnd
{
    /// <summary>It has not been read to its end.</summary>
    None,

    /// <summary>Behind its last record, as its head says.</summary>
    Complete,

    /// <summary>perf was killed before it wrote sizes and sections: records up to the last whole one were read, names of tracepoints and machine are missing.</summary>
    Unfinished,

    /// <summary>Inside of a record, or before what its head says: the file was copied in part.</summary>
    CutOff,

    /// <summary>At a place that makes no sense.</summary>
    Damaged,
}
