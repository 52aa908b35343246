using Fathom.Model.Tables;

namespace Fathom.Model.Recording;

/// <summary>Something that the recording should hold and does not.</summary>
public readonly record struct LossRow(TextId Source, TextId Scope, ulong From, ulong To, long Count, long Bytes, TextId Reason) : IRow<LossRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "loss",
        "judging",
        "Something that was there and could not be read.",
        [
            new("source", ColumnType.Text, "What was being read, such as heap."),
            new("scope", ColumnType.Text, "Where in the source: a segment, a file, a thread.", Nullable: true),
            new("range_from", ColumnType.UInt64, "First address or time stamp of the gap."),
            new("range_to", ColumnType.UInt64, "End of the gap, exclusive."),
            new("count", ColumnType.Int64, "Items lost, where they could be counted; 0 otherwise."),
            new("bytes", ColumnType.Int64, "Bytes lost, where they could be counted; 0 otherwise."),
            new("reason", ColumnType.Text, "Why, in a short phrase."),
        ],
        []);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<LossRow> rows, in ColumnWriter to)
    {
        Span<TextId> source = to.Column<TextId>(0);
        Span<TextId> scope = to.Column<TextId>(1);
        Span<ulong> from = to.Column<ulong>(2);
        Span<ulong> end = to.Column<ulong>(3);
        Span<long> count = to.Column<long>(4);
        Span<long> bytes = to.Column<long>(5);
        Span<TextId> reason = to.Column<TextId>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly LossRow row = ref rows[i];
            source[i] = row.Source;
            scope[i] = row.Scope;
            from[i] = row.From;
            end[i] = row.To;
            count[i] = row.Count;
            bytes[i] = row.Bytes;
            reason[i] = row.Reason;
        }
    }
}
