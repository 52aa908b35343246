using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>Data that was serialized.</summary>
public readonly record struct SerializerCaseRow(
    uint CaseId,
    TextId Name,
    long N,
    long PayloadBytes,
    TextId Dials,
    TextId Sha256,
    TextId Description) : IRow<SerializerCaseRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_case",
        "serializers",
        "Data that was serialized.",
        [
            new("case_id", ColumnType.UInt32, "Number of the case, starting at 1."),
            new("name", ColumnType.Text, "Its name."),
            new("n", ColumnType.Int64, "Objects."),
            new("payload_bytes", ColumnType.Int64, "Bytes of payload per object."),
            new("dials", ColumnType.Text, "How the data was drawn: seed, lengths, shares."),
            new("sha256", ColumnType.Text, "Hash of the canonical content: the same on every machine for the same dials.", Nullable: true),
            new("description", ColumnType.Text, "One sentence."),
        ],
        ["case_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerCaseRow> rows, in ColumnWriter to)
    {
        Span<uint> caseId = to.Column<uint>(0);
        Span<TextId> name = to.Column<TextId>(1);
        Span<long> n = to.Column<long>(2);
        Span<long> payloadBytes = to.Column<long>(3);
        Span<TextId> dials = to.Column<TextId>(4);
        Span<TextId> sha256 = to.Column<TextId>(5);
        Span<TextId> description = to.Column<TextId>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerCaseRow row = ref rows[i];
            caseId[i] = row.CaseId;
            name[i] = row.Name;
            n[i] = row.N;
            payloadBytes[i] = row.PayloadBytes;
            dials[i] = row.Dials;
            sha256[i] = row.Sha256;
            description[i] = row.Description;
        }
    }
}
