using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>What a serializer writes for a case.</summary>
public readonly record struct SerializerOutputRow(
    uint SerializerId,
    uint CaseId,
    long SizeBytes,
    int IsHex,
    TextId Text) : IRow<SerializerOutputRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_output",
        "serializers",
        "What a serializer writes for a case.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("case_id", ColumnType.UInt32, "The case."),
            new("size_bytes", ColumnType.Int64, "Size of the output."),
            new("is_hex", ColumnType.Int32, "1 when the text shows bytes in hexadecimal digits."),
            new("text", ColumnType.Text, "The output, or its beginning."),
        ],
        ["serializer_id", "case_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerOutputRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<uint> caseId = to.Column<uint>(1);
        Span<long> sizeBytes = to.Column<long>(2);
        Span<int> isHex = to.Column<int>(3);
        Span<TextId> text = to.Column<TextId>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerOutputRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            caseId[i] = row.CaseId;
            sizeBytes[i] = row.SizeBytes;
            isHex[i] = row.IsHex;
            text[i] = row.Text;
        }
    }
}
