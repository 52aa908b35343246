using Fathom.Model.Results;

namespace Fathom.Query.Serializers;

/// <summary>The columns of the views of serializers. A test compares them with the SQL.</summary>
public static class SerializerShapes
{
    // What is left fits 80 columns: the longest name has 43.
    private static readonly string[] s_hiddenOfList =
    [
        "library", "released", "format", "settings", "verified", "reason", "runtime", "build", "role", "unsafe_statement", "program", "released_source", "last_release", "last_release_date", "known_until", "maintenance_reason", "repository",
    ];

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
            "n", "payload_bytes", "version", "size_change", "serialize_allocated_bytes", "detail", "serialize_change_low", "serialize_change_high", "deserialize_change_low", "deserialize_change_high", "writing",
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
    public static ResultShape List { get; } = new(
    [
        new("serializer", CellKind.Text),
        new("library", CellKind.Text),
        new("version", CellKind.Text),
        new("released", CellKind.Text),
        new("format", CellKind.Text),
        new("status", CellKind.Text),
        new("maintenance", CellKind.Text),
        new("features_ok", CellKind.Integer),
        new("features_tried", CellKind.Integer),
        new("runtime", CellKind.Text),
        new("build", CellKind.Text),
        new("settings", CellKind.Text),
        new("role", CellKind.Text),
        new("unsafe_statement", CellKind.Text),
        new("verified", CellKind.Text),
        new("program", CellKind.Text),
        new("released_source", CellKind.Text),
        new("last_release", CellKind.Text),
        new("last_release_date", CellKind.Text),
        new("known_until", CellKind.Text),
        new("maintenance_reason", CellKind.Text),
        new("repository", CellKind.Text),
        new("reason", CellKind.Text),
    ])
    {
        Hidden = ["features_ok", "features_tried", .. s_hiddenOfList],
    };

    /// <summary>As <see cref="List"/>, with what came of the matrix.</summary>
    public static ResultShape ListWithFeatures { get; } = List with { Hidden = ["version", "status", "maintenance", .. s_hiddenOfList] };

    /// <summary>A row per serializer and check.</summary>
    public static ResultShape Checks { get; } = new(CheckColumns()) { Hidden = ["types", "input_bytes", "peak_bytes", "peak_per_input", "loh_bytes", "resident_bytes", "resident_per_input", "duration_ns"] };

    /// <summary>As <see cref="Checks"/>, for features: each is tried in two kinds of types.</summary>
    public static ResultShape Matrix { get; } = Checks with { Hidden = [.. Checks.Hidden.Except(["types"])] };

    /// <summary>As <see cref="Checks"/>, for hostile input: the memory of the process counts too.</summary>
    public static ResultShape Hostile { get; } = new(CheckColumns()) { Hidden = ["types", "loh_bytes", "duration_ns"] };

    /// <summary>As <see cref="Checks"/>, for input in pieces: large objects count apart.</summary>
    public static ResultShape Streaming { get; } = new(CheckColumns()) { Hidden = ["types", "resident_bytes", "resident_per_input"] };

    private static ResultColumn[] CheckColumns() =>
    [
        new("serializer", CellKind.Text),
        new("name", CellKind.Text),
        new("types", CellKind.Text),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        new("input_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("peak_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("peak_per_input", CellKind.Real),
        new("loh_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("resident_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("resident_per_input", CellKind.Real),
        new("duration_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
    ];

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
    public static ResultShape Profile { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("operation", CellKind.Text),
        new("part", CellKind.Text),
        new("operation_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("share_percent", CellKind.Real, ColumnUnit.Percent),
        new("low_percent", CellKind.Real, ColumnUnit.Percent),
        new("high_percent", CellKind.Real, ColumnUnit.Percent),
        new("samples", CellKind.Integer, ColumnUnit.Count),
        new("how", CellKind.Text),
        new("outcome", CellKind.Text),
        new("detail", CellKind.Text),
        new("lane", CellKind.Text),
        new("runtime", CellKind.Text),
        new("build", CellKind.Text),
        new("iterations", CellKind.Integer, ColumnUnit.Count),
        new("watched_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("plain_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("slowed", CellKind.Real),
        new("counted_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("jitted_methods", CellKind.Integer, ColumnUnit.Count),
        new("background_methods", CellKind.Integer, ColumnUnit.Count),
        new("background_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("unfinished_methods", CellKind.Integer, ColumnUnit.Count),
        new("lost_events", CellKind.Integer, ColumnUnit.Count),
        new("lost_samples", CellKind.Integer, ColumnUnit.Count),
        new("problem", CellKind.Text),
        new("settled", CellKind.Boolean),
    ])
    {
        Hidden =
        [
            "n", "payload_bytes", "detail", "lane", "runtime", "build", "iterations", "watched_ns", "plain_ns", "slowed", "counted_ns", "jitted_methods", "background_methods",
            "background_ns", "unfinished_methods", "lost_events", "lost_samples", "problem", "settled",
        ],
    };

    /// <summary>A row per method that the samples of a profiled operation were in.</summary>
    public static ResultShape ProfileMethods { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("operation", CellKind.Text),
        new("part", CellKind.Text),
        new("method", CellKind.Text),
        new("self_percent", CellKind.Real, ColumnUnit.Percent),
        new("low_percent", CellKind.Real, ColumnUnit.Percent),
        new("high_percent", CellKind.Real, ColumnUnit.Percent),
        new("total_percent", CellKind.Real, ColumnUnit.Percent),
        new("self_samples", CellKind.Integer, ColumnUnit.Count),
        new("total_samples", CellKind.Integer, ColumnUnit.Count),
        new("self_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("lane", CellKind.Text),
        new("runtime", CellKind.Text),
        new("build", CellKind.Text),
    ])
    {
        Hidden = ["case_name", "n", "payload_bytes", "total_samples", "self_ns", "lane", "runtime", "build"],
    };
}
