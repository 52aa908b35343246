using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>What a serializer writes for a case.</summary>
[Table("serializer_output", "serializers", "serializer_id", "case_id")]
public readonly partial record struct SerializerOutputRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("The case.")] uint CaseId,
    [Column("Size of the output.")] long SizeBytes,
    [Column("1 when the text shows bytes in hexadecimal digits.")] int IsHex,
    [Column("The output, or its beginning.")] TextId Text);
