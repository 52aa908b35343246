using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Info;

/// <summary>What an answer is about, a row for each recording: for programs that keep the answer and must know later what it was of.</summary>
public static class AboutTable
{
    /// <summary>
    /// The columns. <c>difference_bytes</c> is the balance of a managed heap: bytes that must hold objects and were not walked;
    /// <c>from_ns</c> and <c>to_ns</c> bound the part of the time that was asked about, since the begin of the recording, and are absent for
    /// all of it; <c>asked_ns</c> is its length, without what lies between intervals, and <c>during</c> what these are of.
    /// <c>zero</c> is what times of the rows count from, and <c>zero_ns</c> when that was, since the begin; absent where that is the begin.
    /// </summary>
    public static IReadOnlyList<ResultColumn> Columns { get; } =
    [
        new("subject", CellKind.Text),
        new("utc", CellKind.Text),
        new("pid", CellKind.Integer),
        new("name", CellKind.Text),
        new("command_line", CellKind.Text),
        new("runtime_version", CellKind.Text),
        new("source", CellKind.Text),
        new("pause_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("difference_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("recorded_by", CellKind.Text),
        new("from_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("to_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("asked_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("during", CellKind.Text),
        new("zero", CellKind.Text),
        new("zero_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
    ];

    /// <summary>The rows, in the order of the recordings.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="subjects">What they are called on the command line; where there is not one for each, none is told.</param>
    /// <param name="stop">Interrupts a query.</param>
    public static ResultTable Of(QuerySession session, IReadOnlyList<string> subjects, CancellationToken stop) =>
        new(Columns, [.. session.Recordings.Select((recording, rec) => Row(session, recording, rec, subjects.Count == session.Recordings.Count ? subjects[rec] : null, stop))]);

    /// <summary>The row of a process that was watched and not stopped.</summary>
    public static Cell[] Row(string subject, DateTimeOffset utc, long pid, string? name, string? commandLine, string? runtimeVersion, string recordedBy) =>
    [
        Cell.Of(subject), TrendContext.Time(utc), Cell.Of(pid), Cell.Of(name), Cell.Of(commandLine), Cell.Of(runtimeVersion), Cell.Of("live"),
        default, default, Cell.Of(recordedBy), default, default, default, default, default, default,
    ];

    private static Cell[] Row(QuerySession session, RecordingReader recording, int rec, string? subject, CancellationToken stop)
    {
        TableRow row = TableRow.All(session.Run("recording/about", stop, QueryParameter.Of("rec", rec))).First();
        Manifest manifest = recording.Manifest;
        TimeWindow? window = session.Windows.GetValueOrDefault(rec);
        TimeZero? zero = session.Zeros.GetValueOrDefault(rec);
        return
        [
            Cell.Of(subject),
            TrendContext.Time(manifest.TimeOf(row.Number("ts_ns") ?? 0)),
            row.Value("pid"),
            row.Value("name"),
            row.Value("command_line"),
            row.Value("runtime_version"),
            row.Value("source"),
            row.Value("pause_ns"),
            row.Value("difference_bytes"),
            Cell.Of(manifest.ToolVersion),
            window is null ? default : Cell.Of(window.BeginNs),
            window is null ? default : Cell.Of(window.EndNs),
            window is null ? default : Cell.Of(window.LengthNs),
            Cell.Of(window?.Within?.What),
            Cell.Of(zero?.Text),
            zero is null ? default : Cell.Of(zero.AtNs),
        ];
    }
}
