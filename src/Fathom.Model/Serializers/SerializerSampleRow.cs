using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>One timed run, as it was measured.</summary>
public readonly record struct SerializerSampleRow(
    uint SerializerId,
    uint CaseId,
    TextId Operation,
    TextId Lane,
    int Threads,
    int Launch,
    int Sample,
    int IsSettled,
    long Iterations,
    long DurationNs,
    long AllocatedBytes,
    int Gen0Count,
    int Gen1Count,
    int Gen2Count,
    long PauseNs,
    long? RunDelayNs,
    int Attempt,
    int IsCounted) : IRow<SerializerSampleRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_sample",
        "serializers",
        "One timed run, as it was measured.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("case_id", ColumnType.UInt32, "The case."),
            new("operation", ColumnType.Text, "serialize or deserialize; a deserialized result is read leaf by leaf within the time."),
            new("lane", ColumnType.Text, "stream, byte[], buffer or native."),
            new("threads", ColumnType.Int32, "Threads that did it at the same time."),
            new("launch", ColumnType.Int32, "The process that it ran in: the how many-th of this serializer and case."),
            new("sample", ColumnType.Int32, "The how many-th of the process."),
            new("is_settled", ColumnType.Int32, "1 when tiered compilation had come to rest before; 0 when the limit of the warm-up ended it."),
            new("iterations", ColumnType.Int64, "Operations."),
            new("duration_ns", ColumnType.Int64, "Their time together."),
            new("allocated_bytes", ColumnType.Int64, "Bytes that all threads of the process allocated meanwhile."),
            new("gen0_count", ColumnType.Int32, "Collections of generation 0 and more."),
            new("gen1_count", ColumnType.Int32, "Collections of generation 1 and more."),
            new("gen2_count", ColumnType.Int32, "Collections of generation 2."),
            new("pause_ns", ColumnType.Int64, "Time that the GC stopped the process for."),
            new("run_delay_ns", ColumnType.Int64, "Time that the measuring thread was ready to run and waited for a processor (schedstat); absent of several threads and where the kernel does not tell.", Nullable: true),
            new("attempt", ColumnType.Int32, "The how many-th try of this sample: one that waited long for a processor is taken again."),
            new("is_counted", ColumnType.Int32, "1 for the try that waited least; the others are kept and count nowhere. Of several tries one is counted."),
        ],
        ["serializer_id", "case_id", "operation", "lane", "threads", "launch", "sample", "attempt"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerSampleRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<uint> caseId = to.Column<uint>(1);
        Span<TextId> operation = to.Column<TextId>(2);
        Span<TextId> lane = to.Column<TextId>(3);
        Span<int> threads = to.Column<int>(4);
        Span<int> launch = to.Column<int>(5);
        Span<int> sample = to.Column<int>(6);
        Span<int> isSettled = to.Column<int>(7);
        Span<long> iterations = to.Column<long>(8);
        Span<long> durationNs = to.Column<long>(9);
        Span<long> allocatedBytes = to.Column<long>(10);
        Span<int> gen0Count = to.Column<int>(11);
        Span<int> gen1Count = to.Column<int>(12);
        Span<int> gen2Count = to.Column<int>(13);
        Span<long> pauseNs = to.Column<long>(14);
        Span<long> runDelayNs = to.Column<long>(15);
        Span<int> attempt = to.Column<int>(16);
        Span<int> isCounted = to.Column<int>(17);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerSampleRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            caseId[i] = row.CaseId;
            operation[i] = row.Operation;
            lane[i] = row.Lane;
            threads[i] = row.Threads;
            launch[i] = row.Launch;
            sample[i] = row.Sample;
            isSettled[i] = row.IsSettled;
            iterations[i] = row.Iterations;
            durationNs[i] = row.DurationNs;
            allocatedBytes[i] = row.AllocatedBytes;
            gen0Count[i] = row.Gen0Count;
            gen1Count[i] = row.Gen1Count;
            gen2Count[i] = row.Gen2Count;
            pauseNs[i] = row.PauseNs;
            runDelayNs[i] = row.RunDelayNs.GetValueOrDefault();
            if (row.RunDelayNs is null)
                to.SetNull(15, i);
            attempt[i] = row.Attempt;
            isCounted[i] = row.IsCounted;
        }
    }
}
