using Fathom.Model.Tables;

namespace Fathom.Model.Machine;

/// <summary>Something true of the machine that was measured, as a name and a text.</summary>
public readonly record struct MachineFactRow(TextId Fact, TextId Value) : IRow<MachineFactRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "machine_fact",
        "who",
        "Something true of the machine that was measured.",
        [
            new("fact", ColumnType.Text, "Name of the fact, in snake_case with the unit in it where there is one."),
            new("value", ColumnType.Text, "Its value as text."),
        ],
        ["fact"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MachineFactRow> rows, in ColumnWriter to)
    {
        Span<TextId> fact = to.Column<TextId>(0);
        Span<TextId> value = to.Column<TextId>(1);
        for (int i = 0; i < rows.Length; i++)
        {
            fact[i] = rows[i].Fact;
            value[i] = rows[i].Value;
        }
    }
}
