using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One type of a snapshot; types of the same name from two assemblies or load contexts are two rows.</summary>
[Table("heap_type", "heap", "snapshot_id", "type_id")]
public readonly partial record struct HeapTypeRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("Number of the type in the snapshot, starting at 1.")] uint TypeId,
    [Column("object, or free for the blocks between objects that the GC keeps for later allocations.")] TextId Kind,
    [Column("Full name with namespace and type arguments.")] TextId Name,
    [Column("File name of the module that defines the type, such as MyApp.dll; of a module that was made in memory the assembly's name and the "
        + "module's address, because two may have one name; absent where the runtime does not report it.", Nullable = true)]
    TextId Module,
    [Column("Full path of that module as the target sees it; absent for modules without a file.", Nullable = true)] TextId ModulePath,
    [Column("Name and number of the AssemblyLoadContext that loaded the module (NAME #NUMBER; Default has none); absent for modules of no context of "
        + "their own, such as the core library.", Nullable = true)]
    TextId LoadContext,
    [Column("Address of the runtime's description of the type: the identity of the type in the target; 0 in a gcdump.")] ulong MethodTable);
