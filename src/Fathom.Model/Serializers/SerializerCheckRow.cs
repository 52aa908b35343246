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
    long? LohBytes,
    long? ResidentBytes,
    long? ResidentInputBytes,
    long? DurationNs) : IRow<SerializerCheckRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_check",
        "serializers",
        "Whether a serializer can do a thing: features, versions of a type, hostile input, streaming.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("lane", ColumnType.Text, "feature (of types with attributes), feature plain (of the same types without), version, hostile or streaming."),
            new("name", ColumnType.Text, "What was tried."),
            new("outcome", ColumnType.Text, "What became of it; docs/serializers.md lists the outcomes of each lane."),
            new("detail", ColumnType.Text, "The first difference or the exception.", Nullable: true),
            new("input_bytes", ColumnType.Int64, "Size of the input.", Nullable: true),
            new("peak_bytes", ColumnType.Int64, "Most bytes of the managed heap that were in use or asked for by it.", Nullable: true),
            new("loh_bytes", ColumnType.Int64, "Most bytes of large objects above those of the result.", Nullable: true),
            new("resident_bytes", ColumnType.Int64, "Most resident memory that the process gained while it read one input, native memory too.", Nullable: true),
            new("resident_input_bytes", ColumnType.Int64, "Size of that input.", Nullable: true),
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
        Span<long> lohBytes = to.Column<long>(7);
        Span<long> residentBytes = to.Column<long>(8);
        Span<long> residentInputBytes = to.Column<long>(9);
        Span<long> durationNs = to.Column<long>(10);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerCheckRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            lane[i] = row.Lane;
            name[i] = row.Name;
            outcome[i] = row.Outcome;
            detail[i] = row.Detail;
            Set(inputBytes, row.InputBytes, in to, 5, i);
            Set(peakBytes, row.PeakBytes, in to, 6, i);
            Set(lohBytes, row.LohBytes, in to, 7, i);
            Set(residentBytes, row.ResidentBytes, in to, 8, i);
            Set(residentInputBytes, row.ResidentInputBytes, in to, 9, i);
            Set(durationNs, row.DurationNs, in to, 10, i);
        }
    }

    private static void Set(Span<long> column, long? value, in ColumnWriter to, int number, int row)
    {
        column[row] = value.GetValueOrDefault();
        if (value is null)
            to.SetNull(number, row);
    }
}
