using Fathom.Model.Tables;

namespace Fathom.Model.Windows;

/// <summary>What a program asked of the registry of Windows.</summary>
[Table("registry_call", "time")]
public readonly partial record struct RegistryCallRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("When it began, since the first time stamp of the trace; when it ended, where the trace does not have its begin.")] long StartNs,
    [Column("Until it ended. Absent where the trace does not have its begin.")] long? DurationNs,
    [Column("open, create, delete, query, query value, query values, set value, delete value, list keys, list values, set information, "
        + "set security, query security, flush, close, or virtualize.")]
    TextId Operation,
    [Column("The key, as HKLM\\… or HKU\\…; what is known of it behind …\\ where the trace does not tell the key that it was opened in. "
        + "Absent where nothing is known.", Nullable = true)]
    TextId Path,
    [Column("Name of the value; absent of calls about keys, and of the value that has no name.", Nullable = true)] TextId Value,
    [Column("What the call says beside: the place in the list of keys or values, or the class of what is asked.")] long Number,
    [Column("The error as its name, such as STATUS_OBJECT_NAME_NOT_FOUND; absent where it went well.", Nullable = true)] TextId Error,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId);
