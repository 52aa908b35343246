using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>Data that was serialized.</summary>
[Table("serializer_case", "serializers", "case_id")]
public readonly partial record struct SerializerCaseRow(
    [Column("Number of the case, starting at 1.")] uint CaseId,
    [Column("Its name.")] TextId Name,
    [Column("Objects.")] long N,
    [Column("Bytes of payload per object.")] long PayloadBytes,
    [Column("Parameters of the data: seed, lengths, shares.")] TextId Dials,
    [Column("Hash of the canonical content: the same on every machine for the same dials.", Nullable = true)] TextId Sha256,
    [Column("One sentence.")] TextId Description);
