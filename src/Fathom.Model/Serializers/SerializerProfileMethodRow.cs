using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>A method in the samples of a profiled operation, those of the suite that call the serializer left out.</summary>
[Table("serializer_profile_method", "serializers", "serializer_id", "case_id", "operation", "lane", "part", "method")]
public readonly partial record struct SerializerProfileMethodRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("The case.")] uint CaseId,
    [Column("serialize or deserialize.")] TextId Operation,
    [Column("stream, byte[], buffer, text or native.")] TextId Lane,
    [Column("The part that the samples count for: serializer, copy or suite.")] TextId Part,
    [Column("The method with its type.")] TextId Method,
    [Column("Samples in which it was the innermost managed method.")] long SelfSamples,
    [Column("Samples in which it was on the stack.")] long TotalSamples);
