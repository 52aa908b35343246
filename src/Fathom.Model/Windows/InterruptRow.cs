using Fathom.Model.Tables;

namespace Fathom.Model.Windows;

/// <summary>A routine of Windows that served an interrupt of a device (ISR), or did later what an interrupt had put off (DPC).</summary>
[Table("interrupt", "time")]
public readonly partial record struct InterruptRow(
    [Column("When it began, since the first time stamp of the trace; when it ended, where the trace does not have its begin.")] long StartNs,
    [Column("Until it ended, with the interrupts that came meanwhile. Absent where the trace does not have its begin.")] long? DurationNs,
    [Column("The same without those interrupts: no other row counts this time of the processor.")] long? OwnNs,
    [Column("ISR, MSI (an ISR of an interrupt that came as a message), DPC, timer DPC, or threaded DPC, which other threads may interrupt.")]
    TextId Kind,
    [Column("The processor, from 0.")] int Processor,
    [Column("Process of the thread that had the processor; 0 where the trace does not say.")] uint ProcessId,
    [Column("That thread, which is not the cause; 0 where the trace does not say, and of an idle processor.")] uint ThreadId,
    [Column("File of the driver, or of the kernel, that has the routine; absent where the trace does not tell.", Nullable = true)] TextId Module,
    [Column("Place of the routine, as file+offset, or its address.")] TextId Routine,
    [Column("A stack that holds only the routine: where that has a name, it is the name of the routine.")] uint RoutineStackId,
    [Column("Number of the interrupt; absent of a DPC.")] int? Vector,
    [Column("Whether the routine said that its device had interrupted: several devices may share an interrupt. Absent of a DPC.")]
    bool? Claimed,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId);
