using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>An operation that ran for a while with runtime events switched on.</summary>
public readonly record struct SerializerProfileRow(
    uint SerializerId,
    uint CaseId,
    TextId Operation,
    TextId Lane,
    long Iterations,
    long DurationNs,
    long PlainIterations,
    long PlainNs,
    int IsSettled,
    long Samples,
    long GcNs,
    long JitNs,
    int JittedMethods,
    int BackgroundMethods,
    long BackgroundNs,
    long UnfinishedMethods,
    long LostEvents,
    long LostSamples,
    TextId Problem) : IRow<SerializerProfileRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_profile",
        "serializers",
        "An operation that ran for a while with runtime events switched on; serializer_profile_part splits its time.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("case_id", ColumnType.UInt32, "The case."),
            new("operation", ColumnType.Text, "serialize or deserialize; a deserialized result is read leaf by leaf within the time."),
            new("lane", ColumnType.Text, "stream, byte[], buffer or native."),
            new("iterations", ColumnType.Int64, "Operations."),
            new("duration_ns", ColumnType.Int64, "Their time together."),
            new("plain_iterations", ColumnType.Int64, "Operations without events, before and after, in the same process."),
            new("plain_ns", ColumnType.Int64, "Their time together."),
            new("is_settled", ColumnType.Int32, "1 when tiered compilation had come to rest before; 0 when the limit of the warm-up ended it."),
            new("samples", ColumnType.Int64, "Samples of the thread's stack that were counted."),
            new("gc_ns", ColumnType.Int64, "Time that the GC stopped the program for, by the runtime's own counter: it checks the part gc."),
            new("jit_ns", ColumnType.Int64, "Time that the thread compiled for, by the runtime's own counter: it checks the part jit."),
            new("jitted_methods", ColumnType.Int32, "Methods that the thread compiled, by events."),
            new("background_methods", ColumnType.Int32, "Methods that other threads compiled meanwhile, by events."),
            new("background_ns", ColumnType.Int64, "Time that they took for it; no part of duration_ns."),
            new("unfinished_methods", ColumnType.Int64, "Compilations whose end was not told; their time is in none of the parts for it."),
            new("lost_events", ColumnType.Int64, "Events that found no room in the program's buffers, or could not be read."),
            new("lost_samples", ColumnType.Int64, "Samples of all threads that found no room."),
            new("problem", ColumnType.Text, "Why the events ended early.", Nullable: true),
        ],
        ["serializer_id", "case_id", "operation", "lane"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerProfileRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<uint> caseId = to.Column<uint>(1);
        Span<TextId> operation = to.Column<TextId>(2);
        Span<TextId> lane = to.Column<TextId>(3);
        Span<long> iterations = to.Column<long>(4);
        Span<long> durationNs = to.Column<long>(5);
        Span<long> plainIterations = to.Column<long>(6);
        Span<long> plainNs = to.Column<long>(7);
        Span<int> isSettled = to.Column<int>(8);
        Span<long> samples = to.Column<long>(9);
        Span<long> gcNs = to.Column<long>(10);
        Span<long> jitNs = to.Column<long>(11);
        Span<int> jittedMethods = to.Column<int>(12);
        Span<int> backgroundMethods = to.Column<int>(13);
        Span<long> backgroundNs = to.Column<long>(14);
        Span<long> unfinishedMethods = to.Column<long>(15);
        Span<long> lostEvents = to.Column<long>(16);
        Span<long> lostSamples = to.Column<long>(17);
        Span<TextId> problem = to.Column<TextId>(18);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerProfileRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            caseId[i] = row.CaseId;
            operation[i] = row.Operation;
            lane[i] = row.Lane;
            iterations[i] = row.Iterations;
            durationNs[i] = row.DurationNs;
            plainIterations[i] = row.PlainIterations;
            plainNs[i] = row.PlainNs;
            isSettled[i] = row.IsSettled;
            samples[i] = row.Samples;
            gcNs[i] = row.GcNs;
            jitNs[i] = row.JitNs;
            jittedMethods[i] = row.JittedMethods;
            backgroundMethods[i] = row.BackgroundMethods;
            backgroundNs[i] = row.BackgroundNs;
            unfinishedMethods[i] = row.UnfinishedMethods;
            lostEvents[i] = row.LostEvents;
            lostSamples[i] = row.LostSamples;
            problem[i] = row.Problem;
        }
    }
}
