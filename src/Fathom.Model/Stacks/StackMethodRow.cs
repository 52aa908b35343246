using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>A method that is somewhere on a stack.</summary>
public readonly record struct StackMethodRow(
    uint StackId,
    uint MethodId) : IRow<StackMethodRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "stack_method",
        "stacks",
        "A method that is somewhere on a stack, once however often it is there; inclusive sums are a join over it.",
        [
            new("stack_id", ColumnType.UInt32, "The stack."),
            new("method_id", ColumnType.UInt32, "The method, as numbered in the method table."),
        ],
        ["stack_id", "method_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<StackMethodRow> rows, in ColumnWriter to)
    {
        Span<uint> stackId = to.Column<uint>(0);
        Span<uint> methodId = to.Column<uint>(1);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly StackMethodRow row = ref rows[i];
            stackId[i] = row.StackId;
            methodId[i] = row.MethodId;
        }
    }
}
