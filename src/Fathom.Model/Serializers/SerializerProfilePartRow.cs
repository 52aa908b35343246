using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>A part of the time of a profiled operation. The parts of an operation add up to its duration_ns in serializer_profile.</summary>
[Table("serializer_profile_part", "serializers", "serializer_id", "case_id", "operation", "lane", "part")]
public readonly partial record struct SerializerProfilePartRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("The case.")] uint CaseId,
    [Column("serialize or deserialize.")] TextId Operation,
    [Column("stream, byte[], buffer, text or native.")] TextId Lane,
    [Column("serializer, copy, serializer or copy (the thread stopped after a copy of references, and may have come from other code), suite "
        + "(reading the result, the loop), unknown (no method could be named), gc, jit or sampling (the program was suspended for a sample).")]
    TextId Part,
    [Column("measured by the runtime's events, or estimated from samples.")] TextId How,
    [Column("Its time.")] long DurationNs,
    [Column("Lower bound of an estimate (95 % confidence, with high_ns); neighbouring samples are correlated and count for fewer.")] long? LowNs,
    [Column("See low_ns.")] long? HighNs,
    [Column("Samples that an estimate is based on.")] long? Samples);
