namespace Fathom.Formats.PerfData.Events;

/// <summary>Fields that an event's samples have (<c>sample_type</c>).</summary>
[Flags]
public enum PerfSampleFields : ulong
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Address of the code.</summary>
    Ip = 1 << 0,

    /// <summary>Process and thread.</summary>
    Tid = 1 << 1,

    /// <summary>Time.</summary>
    Time = 1 << 2,

    /// <summary>Address of data.</summary>
    Address = 1 << 3,

    /// <summary>Values of counters.</summary>
    Read = 1 << 4,

    /// <summary>Call chain.</summary>
    Callchain = 1 << 5,

    /// <summary>Id of the event.</summary>
    Id = 1 << 6,

    /// <summary>Processor.</summary>
    Cpu = 1 << 7,

    /// <summary>Occurrences since the last sample.</summary>
    Period = 1 << 8,

    /// <summary>Id of the event's instance.</summary>
    StreamId = 1 << 9,

    /// <summary>Fields of a tracepoint.</summary>
    Raw = 1 << 10,

    /// <summary>Last branches.</summary>
    BranchStack = 1 << 11,

    /// <summary>Registers of the program.</summary>
    UserRegisters = 1 << 12,

    /// <summary>Bytes of the program's stack.</summary>
    UserStack = 1 << 13,

    /// <summary>Cost of a memory access.</summary>
    Weight = 1 << 14,

    /// <summary>Where a memory access was answered.</summary>
    DataSource = 1 << 15,

    /// <summary>Id of the event, at a place that is the same for all events.</summary>
    Identifier = 1 << 16,

    /// <summary>Why a transaction was given up.</summary>
    Transaction = 1 << 17,

    /// <summary>Registers at the sample.</summary>
    InterruptRegisters = 1 << 18,

    /// <summary>Physical address of data.</summary>
    PhysicalAddress = 1 << 19,

    /// <summary>A piece of a hardware trace.</summary>
    Aux = 1 << 20,

    /// <summary>Control group.</summary>
    Cgroup = 1 << 21,

    /// <summary>Size of the page of the data.</summary>
    DataPageSize = 1 << 22,

    /// <summary>Size of the page of the code.</summary>
    CodePageSize = 1 << 23,

    /// <summary>Cost of a memory access in three parts.</summary>
    WeightParts = 1 << 24,
}
