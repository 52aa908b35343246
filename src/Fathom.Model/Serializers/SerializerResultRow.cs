using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>What became of a case with a serializer: whether it came back whole, and its sizes.</summary>
public readonly record struct SerializerResultRow(
    uint SerializerId,
    uint CaseId,
    TextId Outcome,
    TextId Detail,
    TextId Lanes,
    long? SizeBytes,
    long? GzipBytes,
    long? BrotliBytes,
    double? LeavesNs = null) : IRow<SerializerResultRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_result",
        "serializers",
        "What became of a case with a serializer: whether it came back whole, and its sizes.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("case_id", ColumnType.UInt32, "The case."),
            new("outcome", ColumnType.Text, "ok, lost, changed, refused, failed, crash, hang, or skipped where it would have taken too long. Only ok was timed."),
            new("detail", ColumnType.Text, "The first difference, the exception, or what the serializer needs.", Nullable: true),
            new("lanes", ColumnType.Text, "Lanes that the library has an own entry point for, parted by commas.", Nullable: true),
            new("size_bytes", ColumnType.Int64, "Size of the output.", Nullable: true),
            new("gzip_bytes", ColumnType.Int64, "Size compressed by gzip, optimal level.", Nullable: true),
            new("brotli_bytes", ColumnType.Int64, "Size compressed by brotli, optimal level.", Nullable: true),
            new("leaves_ns", ColumnType.Double, "What reading every leaf of the data once takes: a part of every deserialization, the same for all serializers. Measured warm, in the first process.", Nullable: true),
        ],
        ["serializer_id", "case_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerResultRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<uint> caseId = to.Column<uint>(1);
        Span<TextId> outcome = to.Column<TextId>(2);
        Span<TextId> detail = to.Column<TextId>(3);
        Span<TextId> lanes = to.Column<TextId>(4);
        Span<long> sizeBytes = to.Column<long>(5);
        Span<long> gzipBytes = to.Column<long>(6);
        Span<long> brotliBytes = to.Column<long>(7);
        Span<double> leavesNs = to.Column<double>(8);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerResultRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            caseId[i] = row.CaseId;
            outcome[i] = row.Outcome;
            detail[i] = row.Detail;
            lanes[i] = row.Lanes;
            sizeBytes[i] = row.SizeBytes.GetValueOrDefault();
            if (row.SizeBytes is null)
                to.SetNull(5, i);
            gzipBytes[i] = row.GzipBytes.GetValueOrDefault();
            if (row.GzipBytes is null)
                to.SetNull(6, i);
            brotliBytes[i] = row.BrotliBytes.GetValueOrDefault();
            if (row.BrotliBytes is null)
                to.SetNull(7, i);
            leavesNs[i] = row.LeavesNs.GetValueOrDefault();
            if (row.LeavesNs is null)
                to.SetNull(8, i);
        }
    }
}
