using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A method that was compiled while the trace was recorded, once for each time.</summary>
[Table("method_compiled", "time")]
public readonly partial record struct MethodCompiledRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread that compiled it; 0 where the trace does not tell.")] uint ThreadId,
    [Column("Begin, since the first time stamp of the trace; of a method whose begin the trace does not have, when it had code.")] long StartNs,
    [Column("Time on that thread until it had code, with what was compiled meanwhile for it; absent where the trace does not have both ends.")] long? DurationNs,
    [Column("Type and name; absent where the trace does not tell.", Nullable = true)] TextId Name,
    [Column("Its parameters and result; absent where the trace does not tell.", Nullable = true)] TextId Signature,
    [Column("File name of its module; absent where the trace does not tell.", Nullable = true)] TextId Module,
    [Column(
        "tier 0, tier 0 instrumented, tier 1, tier 1 instrumented, tier 1 osr, optimized (at once), minimal (as for debugging), or unknown. Absent for one that never had code.",
        Nullable = true)] TextId Tier,
    [Column("Bytes of its IL; absent where the trace does not have the begin, and for dynamic methods, of which the runtime does not tell.")] uint? IlBytes,
    [Column("Bytes of its code; absent for one that never had code: the trace ended, or another thread was first.")] uint? CodeBytes,
    [Column("Address of its code; absent as its size.")] ulong? CodeAddress,
    [Column("Stack of who needed it; 0 where none was recorded.")] uint StackId);
