using Fathom.Model.Results;
using Fathom.Query.Questions;

namespace Fathom.Query.Serializers;

/// <summary>The columns of the views of serializers: those of one query as it declares them, and those whose rows are computed of several.</summary>
public static class SerializerShapes
{
    /// <summary>A row per serializer, case and lane.</summary>
    public static ResultShape Comparison { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("serialize_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("serialize_factor", CellKind.Real),
        new("deserialize_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("deserialize_factor", CellKind.Real),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("size_factor", CellKind.Real),
        new("rank", CellKind.Text),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        .. LaneAndProgram(),
        .. Bounds("serialize"),
        .. Bounds("deserialize"),
        new("serialize_allocated_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("deserialize_allocated_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("gzip_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("brotli_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("verified", CellKind.Boolean),
        new("settled", CellKind.Boolean),
        new("serialize_floor_factor", CellKind.Real),
        new("deserialize_floor_factor", CellKind.Real),
        new("serialize_tied", CellKind.Boolean),
        new("leaves_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("deserialize_tied", CellKind.Boolean),
        new("serialize_factor_low", CellKind.Real),
        new("serialize_factor_high", CellKind.Real),
        new("deserialize_factor_low", CellKind.Real),
        new("deserialize_factor_high", CellKind.Real),
        new("no_rank_reason", CellKind.Text),
        new("rounds", CellKind.Integer, ColumnUnit.Count),
        new("serialize_beats_floor", CellKind.Boolean),
        new("deserialize_beats_floor", CellKind.Boolean),
    ])
    {
        Hidden =
        [
            "payload_bytes", "lane", "runtime", "build", "role", "serialize_low_ns", "serialize_high_ns", "deserialize_low_ns", "deserialize_high_ns",
            "serialize_allocated_bytes", "deserialize_allocated_bytes", "gzip_bytes", "brotli_bytes", "verified", "settled", "detail",
            "serialize_floor_factor", "deserialize_floor_factor", "serialize_tied", "deserialize_tied", "leaves_ns",
            "serialize_factor_low", "serialize_factor_high", "deserialize_factor_low", "deserialize_factor_high", "no_rank_reason", "rounds",
            "serialize_beats_floor", "deserialize_beats_floor",
        ],
    };

    /// <summary>A row per version of a package, each with what changed from the one before.</summary>
    public static ResultShape Versions { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("version", CellKind.Text),
        new("released", CellKind.Text),
        new("serialize_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("serialize_change", CellKind.Real),
        new("deserialize_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("deserialize_change", CellKind.Real),
        new("reading", CellKind.Text),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("size_change", CellKind.Real),
        new("serialize_allocated_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("deserialize_allocated_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        new("serialize_change_low", CellKind.Real),
        new("serialize_change_high", CellKind.Real),
        new("deserialize_change_low", CellKind.Real),
        new("deserialize_change_high", CellKind.Real),
        new("writing", CellKind.Text),
        new("library", CellKind.Text),
        new("settings", CellKind.Text),
        new("lane", CellKind.Text),
        new("runtime", CellKind.Text),
        new("build", CellKind.Text),
    ])
    {
        Hidden =
        [
            "n", "payload_bytes", "version", "size_change", "serialize_allocated_bytes", "detail", "serialize_change_low", "serialize_change_high",
            "deserialize_change_low", "deserialize_change_high", "writing",
            "library", "settings", "lane", "runtime", "build",
        ],
    };

    /// <summary>A row per line of what a serializer wrote.</summary>
    public static ResultShape Outputs { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("serializer", CellKind.Text),
        new("format", CellKind.Text),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("line", CellKind.Integer),
        new("output", CellKind.Text),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        new("hex", CellKind.Boolean),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("runtime", CellKind.Text),
        new("build", CellKind.Text),
    ])
    {
        Hidden = ["n", "format", "line", "detail", "hex", "payload_bytes", "runtime", "build"],
    };

    /// <summary>The serializers themselves, where the matrix was not tried.</summary>
    public static ResultShape List => NamedQuery.Of("serializers/list").Shape;

    /// <summary>As <see cref="List"/>, with what came of the matrix.</summary>
    public static ResultShape ListWithFeatures => List.Hiding("version", "status", "licence", "maintenance").Showing("features_ok", "features_tried");

    /// <summary>A row per serializer and check.</summary>
    public static ResultShape Checks => NamedQuery.Of("serializers/checks").Shape;

    /// <summary>As <see cref="Checks"/>, for features: each is tried in two kinds of types.</summary>
    public static ResultShape Matrix => Checks.Showing("types");

    /// <summary>As <see cref="Checks"/>, for hostile input: the memory of the process counts too.</summary>
    public static ResultShape Hostile => Checks.Showing("input_bytes", "peak_bytes", "peak_per_input", "resident_bytes", "resident_per_input");

    /// <summary>As <see cref="Checks"/>, for input in pieces: large objects count apart.</summary>
    public static ResultShape Streaming => Checks.Showing("input_bytes", "peak_bytes", "peak_per_input", "loh_bytes", "duration_ns");

    /// <summary>A row per serializer: the first calls of a fresh process.</summary>
    public static ResultShape Starts { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("serializer", CellKind.Text),
        new("build", CellKind.Text),
        new("runtime", CellKind.Text),
        new("first_write_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("first_read_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("wall_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        .. Bounds("wall"),
        new("cpu_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("peak_rss_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("second_write_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("second_read_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("jitted_methods", CellKind.Real, ColumnUnit.Count),
        new("jit_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("assemblies", CellKind.Real, ColumnUnit.Count),
        new("failed_loads", CellKind.Real, ColumnUnit.Count),
        new("starts", CellKind.Integer, ColumnUnit.Count),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        new("role", CellKind.Text),
        .. Bounds("first_write"),
        .. Bounds("first_read"),
    ])
    {
        Hidden =
        [
            "case_name", "runtime", "wall_low_ns", "wall_high_ns", "jit_ns", "assemblies", "failed_loads", "starts", "detail", "role",
            "first_write_low_ns", "first_write_high_ns", "first_read_low_ns", "first_read_high_ns",
        ],
    };

    /// <summary>A row per serializer, case, lane and operation that was measured at several sizes.</summary>
    public static ResultShape Scaling { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("operation", CellKind.Text),
        new("exponent", CellKind.Real),
        new("exponent_low", CellKind.Real),
        new("exponent_high", CellKind.Real),
        new("last_exponent", CellKind.Real),
        new("superlinear", CellKind.Boolean),
        new("largest_n", CellKind.Integer, ColumnUnit.Count),
        new("largest_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("tenfold_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("object_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("fixed_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("failed_n", CellKind.Integer, ColumnUnit.Count),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        .. LaneAndProgram(),
        new("sizes", CellKind.Integer, ColumnUnit.Count),
    ])
    {
        Hidden = ["payload_bytes", "last_exponent", "fixed_bytes", "lane", "runtime", "build", "role", "sizes", "detail"],
    };

    /// <summary>A row per serializer, case, lane, operation and number of threads.</summary>
    public static ResultShape Throughput { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("operation", CellKind.Text),
        new("threads", CellKind.Integer, ColumnUnit.Count),
        new("operations_per_second", CellKind.Real, ColumnUnit.Count),
        new("megabytes_per_second", CellKind.Real),
        new("efficiency", CellKind.Real),
        new("efficiency_low", CellKind.Real),
        new("efficiency_high", CellKind.Real),
        new("allocated_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("pause_percent", CellKind.Real, ColumnUnit.Percent),
        new("rounds", CellKind.Integer, ColumnUnit.Count),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        .. LaneAndProgram(),
    ])
    {
        Hidden = ["n", "payload_bytes", "rounds", "detail", "lane", "runtime", "build", "role"],
    };

    // What a figure was measured with, besides its serializer.
    private static ResultColumn[] LaneAndProgram() => [new("lane", CellKind.Text), new("runtime", CellKind.Text), new("build", CellKind.Text), new("role", CellKind.Text)];

    // Of the median, with 95 % confidence.
    internal static ResultColumn[] Bounds(string what) =>
        [new($"{what}_low_ns", CellKind.Real, ColumnUnit.Nanoseconds), new($"{what}_high_ns", CellKind.Real, ColumnUnit.Nanoseconds)];

    /// <summary>A row per part of a profiled operation.</summary>
    public static ResultShape Profile => NamedQuery.Of("serializers/profile").Shape;

    /// <summary>A row per method that the samples of a profiled operation were in.</summary>
    public static ResultShape ProfileMethods => NamedQuery.Of("serializers/profile_methods").Shape;
}
