namespace Fathom.Formats.PerfData.Events;

/// <summary>Where the fields of a sample are whose place depends on the sample.</summary>
internal struct SampleParts
{
    public SampleSlice Read;
    public SampleSlice Callchain;
    public SampleSlice Raw;
    public SampleSlice Branches;
    public SampleSlice UserRegisters;
    public SampleSlice UserStack;

    // Registers and stack of the program with their counts.
    public SampleSlice Dump;
    public SampleSlice InterruptRegisters;
    public SampleSlice Aux;
    public ulong UserAbi;
    public ulong InterruptAbi;
    public ulong Weight;
    public ulong DataSource;
    public ulong Transaction;
    public ulong PhysicalAddress;
    public ulong Cgroup;
    public ulong DataPageSize;
    public ulong CodePageSize;
}
