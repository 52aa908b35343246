using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>A managed module of a process.</summary>
public readonly record struct ModuleRow(
    uint ModuleId,
    uint ProcessId,
    TextId Name,
    TextId Path,
    TextId LoadContext,
    TextId Kind,
    bool Collectible,
    bool Unloading,
    long SizeBytes,
    ulong ImageBase) : IRow<ModuleRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "module",
        "who",
        "A managed module that a process has loaded.",
        [
            new("module_id", ColumnType.UInt32, "Number of the module in the recording, starting at 1."),
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("name", ColumnType.Text, "File name; the name of the assembly where there is no file."),
            new("path", ColumnType.Text, "Full path as the target sees it; absent for modules without a file.", Nullable: true),
            new("load_context", ColumnType.Text, "Name of the AssemblyLoadContext; absent for modules of no context of their own, such as the core library.", Nullable: true),
            new("kind", ColumnType.Text, "file, memory (loaded from bytes) or dynamic (made by the program)."),
            new("collectible", ColumnType.Boolean, "Whether its context can be unloaded."),
            new("unloading", ColumnType.Boolean, "Whether its context has been unloaded: the module should be gone, and something keeps it."),
            new("size_bytes", ColumnType.Int64, "Size of the image; 0 where there is none."),
            new("image_base", ColumnType.UInt64, "Address of the image; 0 where there is none."),
        ],
        ["module_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ModuleRow> rows, in ColumnWriter to)
    {
        Span<uint> moduleId = to.Column<uint>(0);
        Span<uint> processId = to.Column<uint>(1);
        Span<TextId> name = to.Column<TextId>(2);
        Span<TextId> path = to.Column<TextId>(3);
        Span<TextId> loadContext = to.Column<TextId>(4);
        Span<TextId> kind = to.Column<TextId>(5);
        Span<bool> collectible = to.Column<bool>(6);
        Span<bool> unloading = to.Column<bool>(7);
        Span<long> sizeBytes = to.Column<long>(8);
        Span<ulong> imageBase = to.Column<ulong>(9);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly ModuleRow row = ref rows[i];
            moduleId[i] = row.ModuleId;
            processId[i] = row.ProcessId;
            name[i] = row.Name;
            path[i] = row.Path;
            loadContext[i] = row.LoadContext;
            kind[i] = row.Kind;
            collectible[i] = row.Collectible;
            unloading[i] = row.Unloading;
            sizeBytes[i] = row.SizeBytes;
            imageBase[i] = row.ImageBase;
        }
    }
}
