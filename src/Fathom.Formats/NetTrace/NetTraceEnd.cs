namespace Fathom.Formats.NetTrace;

/// <summary>How a stream ended.</summary>
public enum NetTraceEnd
{
    /// <summary>It has not ended.</summary>
    None,

    /// <summary>With the mark that its writer puts there: nothing is missing at the end.</summary>
    Complete,

    /// <summary>Without that mark: the writer was killed, or the file was copied in part.</summary>
    CutOff,

    /// <summary>At a place that makes no sense.</summary>
    Damaged,
}
