using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>One timed run, as it was measured.</summary>
[Table("serializer_sample", "serializers", "serializer_id", "case_id", "operation", "lane", "threads", "launch", "sample", "attempt")]
public readonly partial record struct SerializerSampleRow(
    [Column("The serializer.")] uint SerializerId,
    [Column("The case.")] uint CaseId,
    [Column("serialize or deserialize; a deserialized result is read leaf by leaf within the time.")] TextId Operation,
    [Column("stream, byte[], buffer, text or native.")] TextId Lane,
    [Column("Threads that did it at the same time.")] int Threads,
    [Column("The process that it ran in: the how many-th of this serializer and case.")] int Launch,
    [Column("The how many-th of the process.")] int Sample,
    [Column("1 when tiered compilation had come to rest before; 0 when the limit of the warm-up ended it.")] int IsSettled,
    [Column("Operations.")] long Iterations,
    [Column("Their time together.")] long DurationNs,
    [Column("Bytes that all threads of the process allocated meanwhile.")] long AllocatedBytes,
    [Column("Collections of generation 0 and more.")] int Gen0Count,
    [Column("Collections of generation 1 and more.")] int Gen1Count,
    [Column("Collections of generation 2.")] int Gen2Count,
    [Column("Time that the GC stopped the process for.")] long PauseNs,
    [Column("Time that the measuring thread was ready to run and waited for a processor (schedstat); absent of several threads and where the kernel "
        + "does not tell.")]
    long? RunDelayNs,
    [Column("The how many-th try of this sample: one that waited long for a processor is taken again.")] int Attempt,
    [Column("1 for the try that waited least; the others are kept and count nowhere. Of several tries one is counted.")] int IsCounted);
