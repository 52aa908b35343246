using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>What became of a case with a serializer: whether it came back whole, and its sizes.</summary>
[Table("serializer_result", "serializers", "serializer_id", "case_id")]
public readonly partial record struct SerializerResultRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("The case.")] uint CaseId,
    [Column("ok, lost, changed, refused, failed, crash, hang, or skipped where it would have taken too long. Only ok was timed.")] TextId Outcome,
    [Column("The first difference, the exception, or what the serializer needs.", Nullable = true)] TextId Detail,
    [Column("Lanes that the library has an own entry point for, separated by commas.", Nullable = true)] TextId Lanes,
    [Column("Size of the output.")] long? SizeBytes,
    [Column("Size compressed by gzip, optimal level.")] long? GzipBytes,
    [Column("Size compressed by brotli, optimal level.")] long? BrotliBytes,
    [Column("Time to read every leaf of the data once: a part of every deserialization, the same for all serializers. Measured warm, in the "
        + "first process.")]
    double? LeavesNs = null);
