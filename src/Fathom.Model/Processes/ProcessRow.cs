using Fathom.Model.Tables;

namespace Fathom.Model.Processes;

/// <summary>A process that the recording speaks about.</summary>
/// <remarks>One that lives when the recording is made has a start and an age; one that is known from a dump may have neither.</remarks>
[Table("process", "who", "process_id")]
public readonly partial record struct ProcessRow(
    [Column("Dense number inside the recording, from 1.")] uint ProcessId,
    [Column("Process number in the PID namespace that Fathom ran in.")] int Pid,
    [Column("Name after rename rules.")] TextId Name,
    [Column("File name of the application dll, or of the executable of an app host or single file.", Nullable = true)] TextId Application,
    [Column("Arguments joined by single blanks.", Nullable = true)] TextId CommandLine,
    [Column("Version of the .NET runtime in the process.", Nullable = true)] TextId RuntimeVersion,
    [Column("Name of the user, or the number where there is no name.", Nullable = true)] TextId User,
    [Column("Name or id of the container or pod.", Nullable = true)] TextId Container,
    [Column("Start of the process, nanoseconds since 1970-01-01 UTC.")] long? StartUnixNs,
    [Column("Nanoseconds from the start of the process to the moment it was read.")] long? AgeNs,
    [Column("Resident memory in bytes at that moment.")] long? RssBytes,
    [Column("Number of the process that started it; absent where nothing tells.")] int? ParentPid = null,
    [Column("Whether the recording is about it: it was named, or descends from one that was. Absent where none was named.")] bool? IsRecorded = null,
    [Column("Whether a .NET runtime ran in it; absent where nothing tells.")] bool? HasRuntime = null);
