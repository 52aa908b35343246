using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers.Contests;

/// <summary>A serializer and a case as a row of the comparison.</summary>
internal sealed class ComparedResult(TableRow row, MeasuredLane? measured)
{
    public long SerializerId { get; } = row.Number("serializer_id")!.Value;

    public long CaseId { get; } = row.Number("case_id")!.Value;

    public string CaseName { get; } = row.Text("case_name")!;

    public long N { get; } = row.Number("n")!.Value;

    public long PayloadBytes { get; } = row.Number("payload_bytes")!.Value;

    public string Serializer { get; } = row.Text("serializer")!;

    public string Role { get; } = row.Text("role")!;

    public string? Runtime { get; } = row.Text("runtime");

    public string Build { get; } = row.Text("build")!;

    public string Outcome { get; } = row.Text("outcome")!;

    public string? Detail { get; } = row.Text("detail");

    public long? SizeBytes { get; } = row.Number("size_bytes");

    public long? GzipBytes { get; } = row.Number("gzip_bytes");

    public long? BrotliBytes { get; } = row.Number("brotli_bytes");

    public double? LeavesNs { get; } = row.HasReal("leaves_ns") ? row.Real("leaves_ns") : null;

    public MeasuredLane? Measured { get; } = measured;

    public string Lane => Measured?.Lane ?? "stream";

    /// <summary>Only what came back whole is ranked, and only serializers are.</summary>
    public bool IsRanked => Role == "serializer" && Outcome == "ok" && Measured is { Serialize: not null, Deserialize: not null };
}
