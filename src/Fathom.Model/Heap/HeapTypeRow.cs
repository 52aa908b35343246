using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One type of a snapshot. Two method tables are two types, also when their names are equal.</summary>
public readonly record struct HeapTypeRow(
    uint SnapshotId,
    uint TypeId,
    TextId Kind,
    TextId Name,
    TextId Module,
    TextId ModulePath,
    TextId LoadContext,
    ulong MethodTable) : IRow<HeapTypeRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_type",
        "heap",
        "One type of a snapshot; types of the same name from two assemblies or load contexts are two rows.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("type_id", ColumnType.UInt32, "Number of the type in the snapshot, starting at 1."),
            new("kind", ColumnType.Text, "object, or free for the blocks between objects that the GC keeps for later allocations."),
            new("name", ColumnType.Text, "Full name with namespace and type arguments."),
            new("module", ColumnType.Text, "File name of the module that defines the type, such as MyApp.dll; of a module that was made in memory the assembly's name and the module's address, because two may have one name; absent where the runtime does not tell.", Nullable: true),
            new("module_path", ColumnType.Text, "Full path of that module as the target sees it; absent for modules without a file.", Nullable: true),
            new("load_context", ColumnType.Text, "Name and number of the AssemblyLoadContext that loaded the module (NAME #NUMBER; Default has none); absent for modules of no context of their own, such as the core library.", Nullable: true),
            new("method_table", ColumnType.UInt64, "Address of the runtime's description of the type: the identity of the type in the target; 0 in a gcdump."),
        ],
        ["snapshot_id", "type_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapTypeRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> typeId = to.Column<uint>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<TextId> name = to.Column<TextId>(3);
        Span<TextId> module = to.Column<TextId>(4);
        Span<TextId> modulePath = to.Column<TextId>(5);
        Span<TextId> loadContext = to.Column<TextId>(6);
        Span<ulong> methodTable = to.Column<ulong>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapTypeRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            typeId[i] = row.TypeId;
            kind[i] = row.Kind;
            name[i] = row.Name;
            module[i] = row.Module;
            modulePath[i] = row.ModulePath;
            loadContext[i] = row.LoadContext;
            methodTable[i] = row.MethodTable;
        }
    }
}
