using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>An assembly that was asked for, with what came of it, or one that was loaded. One that is asked for and then loaded is a row of each kind.</summary>
[Table("assembly_load", "time")]
public readonly partial record struct AssemblyLoadRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("bind: the runtime searched for it. load: it was loaded.")] TextId Kind,
    [Column("Start of the search, or when it was loaded, since the first time stamp of the trace.")] long StartNs,
    [Column("Length of the search; absent where the trace does not have its end, and for a load.")] long? DurationNs,
    [Column("The name that was requested or loaded; absent where only a path was.", Nullable = true)] TextId Name,
    [Column("The requested path; absent for none.", Nullable = true)] TextId RequestedPath,
    [Column("The requesting assembly; absent where it is not reported.", Nullable = true)] TextId RequestingAssembly,
    [Column("Load context of the request; absent where it is not reported.", Nullable = true)] TextId LoadContext,
    [Column("Whether it was found; absent where the trace does not have the end.")] bool? Success,
    [Column("Whether it had been found before; absent where the trace does not say.")] bool? Cached,
    [Column("The name that was found; absent for none.", Nullable = true)] TextId ResultName,
    [Column("The file that was found or loaded; absent for none.", Nullable = true)] TextId ResultPath,
    [Column("The last error of a step of the search; absent for none.", Nullable = true)] TextId Error,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId);
