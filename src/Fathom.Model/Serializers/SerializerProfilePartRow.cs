using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>A part of the time of a profiled operation.</summary>
public readonly record struct SerializerProfilePartRow(
    uint SerializerId,
    uint CaseId,
    TextId Operation,
    TextId Lane,
    TextId Part,
    TextId How,
    long DurationNs,
    long? LowNs,
    long? HighNs,
    long? Samples) : IRow<SerializerProfilePartRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_profile_part",
        "serializers",
        "A part of the time of a profiled operation. The parts of an operation add up to its duration_ns in serializer_profile.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("case_id", ColumnType.UInt32, "The case."),
            new("operation", ColumnType.Text, "serialize or deserialize."),
            new("lane", ColumnType.Text, "stream, byte[], buffer or native."),
            new("part", ColumnType.Text, "serializer, copy, serializer or copy (the thread stopped behind a copy of references, where it may have come from elsewhere), suite (reading the result, the loop), unknown (no method could be named), gc, jit or sampling (the program stood still for a sample)."),
            new("how", ColumnType.Text, "measured by the runtime's events, or estimated from samples."),
            new("duration_ns", ColumnType.Int64, "Its time."),
            new("low_ns", ColumnType.Int64, "With high_ns holds the time of an estimate with 95 %; neighbours among the samples are alike and count for fewer.", Nullable: true),
            new("high_ns", ColumnType.Int64, "See low_ns.", Nullable: true),
            new("samples", ColumnType.Int64, "Samples that an estimate rests on.", Nullable: true),
        ],
        ["serializer_id", "case_id", "operation", "lane", "part"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerProfilePartRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<uint> caseId = to.Column<uint>(1);
        Span<TextId> operation = to.Column<TextId>(2);
        Span<TextId> lane = to.Column<TextId>(3);
        Span<TextId> part = to.Column<TextId>(4);
        Span<TextId> how = to.Column<TextId>(5);
        Span<long> durationNs = to.Column<long>(6);
        Span<long> lowNs = to.Column<long>(7);
        Span<long> highNs = to.Column<long>(8);
        Span<long> samples = to.Column<long>(9);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerProfilePartRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            caseId[i] = row.CaseId;
            operation[i] = row.Operation;
            lane[i] = row.Lane;
            part[i] = row.Part;
            how[i] = row.How;
            durationNs[i] = row.DurationNs;
            lowNs[i] = row.LowNs.GetValueOrDefault();
            if (row.LowNs is null)
                to.SetNull(7, i);
            highNs[i] = row.HighNs.GetValueOrDefault();
            if (row.HighNs is null)
                to.SetNull(8, i);
            samples[i] = row.Samples.GetValueOrDefault();
            if (row.Samples is null)
                to.SetNull(9, i);
        }
    }
}
