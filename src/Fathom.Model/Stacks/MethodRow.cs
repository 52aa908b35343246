using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>One method or function.</summary>
public readonly record struct MethodRow(
    uint MethodId,
    TextId Name,
    TextId Module) : IRow<MethodRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "method",
        "stacks",
        "A managed method or a native function.",
        [
            new("method_id", ColumnType.UInt32, "Number of the method in the recording, starting at 1."),
            new("name", ColumnType.Text, "Managed: type, method and parameter types. Native: the symbol, or module+0xOFFSET where no symbol covers the address."),
            new("module", ColumnType.Text, "File name of its module.", Nullable: true),
        ],
        ["method_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MethodRow> rows, in ColumnWriter to)
    {
        Span<uint> methodId = to.Column<uint>(0);
        Span<TextId> name = to.Column<TextId>(1);
        Span<TextId> module = to.Column<TextId>(2);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MethodRow row = ref rows[i];
            methodId[i] = row.MethodId;
            name[i] = row.Name;
            module[i] = row.Module;
        }
    }
}
