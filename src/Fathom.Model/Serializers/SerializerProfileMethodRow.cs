using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>A method in the samples of a profiled operation.</summary>
public readonly record struct SerializerProfileMethodRow(
    uint SerializerId,
    uint CaseId,
    TextId Operation,
    TextId Lane,
    TextId Part,
    TextId Method,
    long SelfSamples,
    long TotalSamples) : IRow<SerializerProfileMethodRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_profile_method",
        "serializers",
        "A method in the samples of a profiled operation, those of the suite that call the serializer left out.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("case_id", ColumnType.UInt32, "The case."),
            new("operation", ColumnType.Text, "serialize or deserialize."),
            new("lane", ColumnType.Text, "stream, byte[], buffer or native."),
            new("part", ColumnType.Text, "The part that the samples count for: serializer, copy or suite."),
            new("method", ColumnType.Text, "The method with its type."),
            new("self_samples", ColumnType.Int64, "Samples in which it was the innermost managed method."),
            new("total_samples", ColumnType.Int64, "Samples in which it was on the stack."),
        ],
        ["serializer_id", "case_id", "operation", "lane", "part", "method"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerProfileMethodRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<uint> caseId = to.Column<uint>(1);
        Span<TextId> operation = to.Column<TextId>(2);
        Span<TextId> lane = to.Column<TextId>(3);
        Span<TextId> part = to.Column<TextId>(4);
        Span<TextId> method = to.Column<TextId>(5);
        Span<long> selfSamples = to.Column<long>(6);
        Span<long> totalSamples = to.Column<long>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerProfileMethodRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            caseId[i] = row.CaseId;
            operation[i] = row.Operation;
            lane[i] = row.Lane;
            part[i] = row.Part;
            method[i] = row.Method;
            selfSamples[i] = row.SelfSamples;
            totalSamples[i] = row.TotalSamples;
        }
    }
}
