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
    [Column("Number of the process that it ran in, counted per serializer and case.")] int Launch,
    [Column("Number of the sample in the process.")] int Sample,
    [Column("1 when tiered compilation had finished before; 0 when the warm-up reached its time limit.")] int IsSettled,
    [Column("Operations.")] long Iterations,
    [Column("Their time together.")] long DurationNs,
    [Column("Bytes that all threads of the process allocated meanwhile.")] long AllocatedBytes,
    [Column("Collections of generation 0 and older.")] int Gen0Count,
    [Column("Collections of generation 1 and older.")] int Gen1Count,
    [Column("Collections of generation 2.")] int Gen2Count,
    [Column("Time that the GC stopped the process for.")] long PauseNs,
    [Column("Time that the measuring thread was ready to run and waited for a processor (schedstat); absent of several threads and where the kernel "
        + "does not report it.")]
    long? RunDelayNs,
    [Column("Number of the attempt at this sample: one that waited long for a processor is repeated.")] int Attempt,
    [Column("1 for the attempt that waited least, the only one that counts; the others are kept for reference.")] int IsCounted);
