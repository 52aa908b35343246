using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>
/// An event of a .NET program with its fields. Those that are rows of a table of their own are not here, except collections: samples, exceptions, waits, the thread
/// pool, methods, assemblies, requests.
/// </summary>
[Table("event", "time")]
public readonly partial record struct RuntimeEventRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process.")] uint ProcessId,
    [Column("The thread that it is about; 0 where the trace does not say.")] uint ThreadId,
    [Column("Provider and name, such as Microsoft-Windows-DotNETRuntime/GCStart.")] TextId Event,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId,
    [Column("The activity that it belongs to; absent for none.", Nullable = true)] RawText Activity,
    [Column("The activity that started that one; absent for none.", Nullable = true)] RawText RelatedActivity,
    [Column("Its fields as JSON; bytes of unknown meaning are under _hex. A text of more than 65,536 characters is truncated and ends with _cut.")] RawText Fields);
