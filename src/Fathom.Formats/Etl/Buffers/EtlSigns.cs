namespace Fathom.Formats.Etl.Buffers;

/// <summary>Kinds of record that a trace has at least one of.</summary>
[Flags]
internal enum EtlSigns
{
    /// <summary>None of them.</summary>
    None = 0,

    /// <summary>Stacks apart from their events.</summary>
    Stacks = 1,

    /// <summary>Switches of threads.</summary>
    Switches = 2,

    /// <summary>Samples of processors.</summary>
    Samples = 4,

    /// <summary>File calls of the logger of the kernel.</summary>
    FileCalls = 8,

    /// <summary>Page faults with their files.</summary>
    HardFaults = 16,

    /// <summary>What goes over the network, told by the logger of the kernel.</summary>
    Network = 32,

    /// <summary>Processes, told by the logger of the kernel.</summary>
    Processes = 64,

    /// <summary>Threads, told by the logger of the kernel.</summary>
    Threads = 128,

    /// <summary>Mapped files, told by the logger of the kernel.</summary>
    Images = 256,
}
