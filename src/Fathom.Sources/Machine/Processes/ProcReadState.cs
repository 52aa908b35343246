namespace Fathom.Sources.Machine.Processes;

/// <summary>How reading a file of /proc ended.</summary>
internal enum ProcReadState
{
    /// <summary>It was read to its end.</summary>
    Read,

    /// <summary>It is not there: the process has ended, or the kernel has no such file.</summary>
    Gone,

    /// <summary>It is there and we may not read it.</summary>
    Refused,
}
