using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>Whether a serializer can do a thing: features, versions of a type, hostile input, streaming.</summary>
[Table("serializer_check", "serializers", "serializer_id", "lane", "name")]
public readonly partial record struct SerializerCheckRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("feature (of types with attributes), feature plain (of the same types without), version, hostile or streaming.")] TextId Lane,
    [Column("What was tried.")] TextId Name,
    [Column("The result; docs/serializers.md lists the outcomes of each lane.")] TextId Outcome,
    [Column("The first difference or the exception.", Nullable = true)] TextId Detail,
    [Column("Size of the input.")] long? InputBytes,
    [Column("Most bytes of the managed heap that were in use or allocated for it.")] long? PeakBytes,
    [Column("Most bytes of large objects above those of the result.")] long? LohBytes,
    [Column("Most resident memory that the process gained while it read one input, native memory too.")] long? ResidentBytes,
    [Column("Size of that input.")] long? ResidentInputBytes,
    [Column("How long it took.")] long? DurationNs);
