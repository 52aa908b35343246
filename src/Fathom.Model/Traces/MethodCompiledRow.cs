using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A method that was compiled while the trace was recorded, once for each time.</summary>
[Table("method_compiled", "time")]
public readonly partial record struct MethodCompiledRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread that compiled it; 0 where the trace does not say.")] uint ThreadId,
    [Column("Start, since the first time stamp of the trace; of a method whose start the trace does not have, when its code was ready.")] long StartNs,
    [Column("Time on that thread until its code was ready, including methods that had to be compiled for it; absent where the trace does not have both ends.")] long? DurationNs,
    [Column("Type and name; absent where the trace does not say.", Nullable = true)] TextId Name,
    [Column("Its parameters and result; absent where the trace does not say.", Nullable = true)] TextId Signature,
    [Column("File name of its module; absent where the trace does not say.", Nullable = true)] TextId Module,
    [Column(
        "tier 0, tier 0 instrumented, tier 1, tier 1 instrumented, tier 1 osr, optimized (at once), minimal (as for debugging), or unknown. Absent for one that never got code.",
        Nullable = true)] TextId Tier,
    [Column("Bytes of its IL; absent where the trace does not have the start, and for dynamic methods, for which the runtime does not report it.")] uint? IlBytes,
    [Column("Bytes of its code; absent for one that never got code: the trace ended, or another thread was first.")] uint? CodeBytes,
    [Column("Address of its code; absent when its size is.")] ulong? CodeAddress,
    [Column("Stack of the code that needed it; 0 where none was recorded.")] uint StackId);
