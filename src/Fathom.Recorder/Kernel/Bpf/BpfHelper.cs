namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>Functions of the kernel that programs call.</summary>
/// <remarks>Source: bpf-helpers(7), linux/bpf.h.</remarks>
internal enum BpfHelper
{
    /// <summary>The value of a key of a map.</summary>
    Find = 1,

    /// <summary>Sets it.</summary>
    Update = 2,

    /// <summary>Removes it.</summary>
    Delete = 3,

    /// <summary>CLOCK_MONOTONIC in nanoseconds.</summary>
    Time = 5,

    /// <summary>Process in the upper half, thread in the lower one.</summary>
    Thread = 14,

    /// <summary>Writes a sample into the ring of a processor.</summary>
    Output = 25,

    /// <summary>Reads memory of the program.</summary>
    ReadUser = 112,

    /// <summary>Reads memory of the kernel.</summary>
    ReadKernel = 113,

    /// <summary>Reads a text of the program up to its final 0.</summary>
    ReadUserText = 114,
}
