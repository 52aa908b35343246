using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>The first calls of a fresh process.</summary>
public readonly record struct SerializerStartRow(
    uint SerializerId,
    uint CaseId,
    int Launch,
    long? FirstWriteNs,
    long? FirstReadNs,
    long? SecondWriteNs,
    long? SecondReadNs,
    long WallNs,
    long? CpuNs,
    long? PeakRssBytes,
    long? JittedMethods,
    long? JitNs,
    long? Assemblies,
    long? FailedLoads) : IRow<SerializerStartRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_start",
        "serializers",
        "The first calls of a fresh process.",
        [
            new("serializer_id", ColumnType.UInt32, "The serializer."),
            new("case_id", ColumnType.UInt32, "The case of the first type."),
            new("launch", ColumnType.Int32, "The how many-th process."),
            new("first_write_ns", ColumnType.Int64, "Making the serializer and the first write.", Nullable: true),
            new("first_read_ns", ColumnType.Int64, "The first read, after the first write.", Nullable: true),
            new("second_write_ns", ColumnType.Int64, "The first write of a second type.", Nullable: true),
            new("second_read_ns", ColumnType.Int64, "The first read of a second type.", Nullable: true),
            new("wall_ns", ColumnType.Int64, "The whole process, from before its start to after its end."),
            new("cpu_ns", ColumnType.Int64, "CPU time of the whole process.", Nullable: true),
            new("peak_rss_bytes", ColumnType.Int64, "Most resident bytes.", Nullable: true),
            new("jitted_methods", ColumnType.Int64, "Methods that were compiled during the first write and read.", Nullable: true),
            new("jit_ns", ColumnType.Int64, "Time that compiling them took.", Nullable: true),
            new("assemblies", ColumnType.Int64, "Assemblies that were loaded during the first write and read.", Nullable: true),
            new("failed_loads", ColumnType.Int64, "Loads of assemblies that failed.", Nullable: true),
        ],
        ["serializer_id", "case_id", "launch"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerStartRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<uint> caseId = to.Column<uint>(1);
        Span<int> launch = to.Column<int>(2);
        Span<long> firstWriteNs = to.Column<long>(3);
        Span<long> firstReadNs = to.Column<long>(4);
        Span<long> secondWriteNs = to.Column<long>(5);
        Span<long> secondReadNs = to.Column<long>(6);
        Span<long> wallNs = to.Column<long>(7);
        Span<long> cpuNs = to.Column<long>(8);
        Span<long> peakRssBytes = to.Column<long>(9);
        Span<long> jittedMethods = to.Column<long>(10);
        Span<long> jitNs = to.Column<long>(11);
        Span<long> assemblies = to.Column<long>(12);
        Span<long> failedLoads = to.Column<long>(13);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerStartRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            caseId[i] = row.CaseId;
            launch[i] = row.Launch;
            firstWriteNs[i] = row.FirstWriteNs.GetValueOrDefault();
            if (row.FirstWriteNs is null)
                to.SetNull(3, i);
            firstReadNs[i] = row.FirstReadNs.GetValueOrDefault();
            if (row.FirstReadNs is null)
                to.SetNull(4, i);
            secondWriteNs[i] = row.SecondWriteNs.GetValueOrDefault();
            if (row.SecondWriteNs is null)
                to.SetNull(5, i);
            secondReadNs[i] = row.SecondReadNs.GetValueOrDefault();
            if (row.SecondReadNs is null)
                to.SetNull(6, i);
            wallNs[i] = row.WallNs;
            cpuNs[i] = row.CpuNs.GetValueOrDefault();
            if (row.CpuNs is null)
                to.SetNull(8, i);
            peakRssBytes[i] = row.PeakRssBytes.GetValueOrDefault();
            if (row.PeakRssBytes is null)
                to.SetNull(9, i);
            jittedMethods[i] = row.JittedMethods.GetValueOrDefault();
            if (row.JittedMethods is null)
                to.SetNull(10, i);
            jitNs[i] = row.JitNs.GetValueOrDefault();
            if (row.JitNs is null)
                to.SetNull(11, i);
            assemblies[i] = row.Assemblies.GetValueOrDefault();
            if (row.Assemblies is null)
                to.SetNull(12, i);
            failedLoads[i] = row.FailedLoads.GetValueOrDefault();
            if (row.FailedLoads is null)
                to.SetNull(13, i);
        }
    }
}
