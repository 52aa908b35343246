using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A garbage collection. Sizes are of the heap after it, gaps between objects included.</summary>
[Table("gc", "time", "process_id", "number")]
public readonly partial record struct GcRow(
    [Column("The process.")] uint ProcessId,
    [Column("Counts the collections of the process.")] int Number,
    [Column("0, 1 or 2: the oldest generation that it collected.")] int Generation,
    [Column("blocking, background, or blocking during background.")] TextId Kind,
    [Column("Why: small objects (their budget was used up), large objects, induced (GC.Collect), low memory, and others.")] TextId Reason,
    [Column("Start, since the first time stamp of the trace.")] long StartNs,
    [Column("Time to its end; absent where the trace does not have it.")] long? DurationNs,
    [Column("Time in which all managed threads were stopped for it, from the request to stop them until they may run again; absent where the trace does not have all of it.")] long? PauseNs,
    [Column("The part of the pause that it took to stop them; absent where the trace does not say.")] long? SuspendNs,
    [Column("Bytes of all generations; absent where the trace does not say.")] long? HeapBytes,
    [Column("Generation 0.")] long? Gen0Bytes,
    [Column("Generation 1.")] long? Gen1Bytes,
    [Column("Generation 2.")] long? Gen2Bytes,
    [Column("Large objects.")] long? LargeObjectBytes,
    [Column("Pinned objects.")] long? PinnedObjectBytes,
    [Column("What survived it: promoted bytes of all generations.")] long? PromotedBytes);
