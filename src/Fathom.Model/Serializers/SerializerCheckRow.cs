using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>Whether a serializer can do a thing: features, versions of a type, hostile input, streaming.</summary>
public readonly record struct SerializerCheckRow(
    uint SerializerId,
    TextId Lane,
    TextId Name,
    TextId Outcome,
    TextId Detail,
    long? InputBytes,
    long? PeakBytes,
    long? DurationNs) : IRow<SerializerCheckRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_check",
        "serializers",
        "Whether a serializer can do a thing: features, versions of a type, hostile input, streaming.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("lane", ColumnType.Text, "feature, version, hostile or streaming."),
            new("name", ColumnType.Text, "What was tried."),
            new("outcome", ColumnType.Text, "What became of it; docs/serializers.md lists the outcomes of each lane."),
            new("detail", ColumnType.Text, "The first difference or the exception.", Nullable: true),
            new("input_bytes", ColumnType.Int64, "Size of the input.", Nullable: true),
            new("peak_bytes", ColumnType.Int64, "Most bytes that were in use for it.", Nullable: true),
            new("duration_ns", ColumnType.Int64, "How long it took.", Nullable: true),
        ],
        ["serializer_id", "lane", "name"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerCheckRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<TextId> lane = to.Column<TextId>(1);
        Span<TextId> name = to.Column<TextId>(2);
        Span<TextId> outcome = to.Column<TextId>(3);
        Span<TextId> detail = to.Column<TextId>(4);
        Span<long> inputBytes = to.Column<long>(5);
        Span<long> peakBytes = to.Column<long>(6);
        Span<long> durationNs = to.Column<long>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerCheckRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            lane[i] = row.Lane;
            name[i] = row.Name;
            outcome[i] = row.Outcome;
            detail[i] = row.Detail;
            inputBytes[i] = row.InputBytes.GetValueOrDefault();
            if (row.InputBytes is null)
                to.SetNull(5, i);
            peakBytes[i] = row.PeakBytes.GetValueOrDefault();
            if (row.PeakBytes is null)
                to.SetNull(6, i);
            durationNs[i] = row.DurationNs.GetValueOrDefault();
            if (row.DurationNs is null)
                to.SetNull(7, i);
        }
    }
}
