using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>An assembly or a native library that a process had loaded: which build it is, and when it was loaded.</summary>
[Table("loaded_file", "who", "process_id", "name")]
public readonly partial record struct LoadedFileRow(
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("assembly or native.")] TextId Kind,
    [Column("File name; the name of the assembly where there is no file.")] TextId Name,
    [Column("Full path as the process has it; absent where it has no file.", Nullable = true)] TextId Path,
    [Column("Its version: that of the shared framework in the path, else what the file says, else that of the assembly; absent where "
        + "nothing tells.",
        Nullable = true)]
    TextId Version,
    [Column("What tells the version: path, file (the same build, by build_id or pdb_id) or name; absent where nothing does.",
        Nullable = true)]
    TextId VersionFrom,
    [Column("Version in the name of the assembly, by which others refer to it; absent where nothing tells.",
        Nullable = true)] TextId AssemblyVersion,
    [Column("Build id of a native library, or module version id (MVID) of an assembly, in hexadecimal digits; absent where nothing tells.",
        Nullable = true)]
    TextId BuildId,
    [Column("Id of the PDB that an assembly was built with; absent where nothing tells.", Nullable = true)] TextId PdbId,
    [Column("Size of the file; absent where the file of this build was not there to read.")] long? SizeBytes,
    [Column("When it was loaded, nanoseconds since recording start; absent where that was before, or nothing tells.")] long? LoadedNs,
    [Column("Methods of an assembly that had code when the recording ended: compiled while it ran, or ahead of time and prepared for a "
        + "call. Absent where nothing tells.")]
    int? MethodCount,
    [Column("Version of the product that it belongs to, as a trace of Windows tells it; absent otherwise.", Nullable = true)] TextId ProductVersion,
    [Column("Name of that product; absent otherwise.", Nullable = true)] TextId Product);
