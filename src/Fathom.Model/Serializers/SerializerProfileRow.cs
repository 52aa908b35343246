using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>An operation that ran for a while with runtime events switched on; serializer_profile_part splits its time.</summary>
[Table("serializer_profile", "serializers", "serializer_id", "case_id", "operation", "lane")]
public readonly partial record struct SerializerProfileRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("The case.")] uint CaseId,
    [Column("serialize or deserialize; a deserialized result is read leaf by leaf within the time.")] TextId Operation,
    [Column("stream, byte[], buffer, text or native.")] TextId Lane,
    [Column("Operations.")] long Iterations,
    [Column("Their time together.")] long DurationNs,
    [Column("Operations without events, before and after, in the same process.")] long PlainIterations,
    [Column("Their time together.")] long PlainNs,
    [Column("1 when tiered compilation had finished before; 0 when the warm-up reached its time limit.")] int IsSettled,
    [Column("Samples of the thread's stack that were counted.")] long Samples,
    [Column("Time that the GC stopped the program for, by the runtime's own counter: it checks the part gc.")] long GcNs,
    [Column("Time that the thread compiled for, by the runtime's own counter: it checks the part jit.")] long JitNs,
    [Column("Methods that the thread compiled, by events.")] int JittedMethods,
    [Column("Methods that other threads compiled at the same time, by events.")] int BackgroundMethods,
    [Column("Time that they took for it; no part of duration_ns.")] long BackgroundNs,
    [Column("Compilations whose end was not recorded; their time is in none of the parts for it.")] long UnfinishedMethods,
    [Column("Events that were dropped because the program's buffers were full, or could not be read.")] long LostEvents,
    [Column("Samples of all threads that were dropped.")] long LostSamples,
    [Column("Why the events ended early.", Nullable = true)] TextId Problem);
