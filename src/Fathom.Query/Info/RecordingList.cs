using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Info;

/// <summary>A list of recordings: what each is of, when it was made, how long it is, what it holds, and whether it is whole.</summary>
public static class RecordingList
{
    private const int MostPrograms = 3;

    // What a table tells of the kind of a recording, in the order of the answer.
    private static readonly (string Word, string Table)[] s_holds =
    [
        ("trace", "trace"), ("heap", "heap_snapshot"), ("memory", "memory_snapshot"), ("threads", "stack_snapshot"),
            ("runtime", "runtime_snapshot"), ("watch", "memory_sample"),
        ("machine", "machine_snapshot"), ("serializers", "serializer_result"), ("modules", "loaded_file"), ("dump", "dump"),
    ];

    /// <summary>The columns.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("name", CellKind.Text) { Rank = ColumnRank.Key },
        new("program", CellKind.Text) { Rank = ColumnRank.Key },
        new("created_utc", CellKind.Text),
        new("duration_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("state", CellKind.Text) { Rank = ColumnRank.Key },
        new("holds", CellKind.Text),
        new("losses", CellKind.Integer),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("labels", CellKind.Text),
        new("machine", CellKind.Text),
        new("test", CellKind.Text) { Rank = ColumnRank.Detail },
        new("test_ms", CellKind.Integer) { Rank = ColumnRank.Detail },
        new("test_status", CellKind.Text) { Rank = ColumnRank.Detail },
        new("test_role", CellKind.Text) { Rank = ColumnRank.Detail },
        new("test_machine", CellKind.Text) { Rank = ColumnRank.Detail },
        new("test_at", CellKind.Text) { Rank = ColumnRank.Detail },
        new("path", CellKind.Text) { Rank = ColumnRank.Detail },
        new("tables", CellKind.Integer) { Rank = ColumnRank.Detail },
        new("rows", CellKind.Integer) { Rank = ColumnRank.Detail },
        new("problem", CellKind.Text, ColumnUnit.Sentence) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>A row for each, those that were made first first; what cannot be read is a row too.</summary>
    /// <param name="paths">The recordings.</param>
    /// <param name="stop">Interrupts it.</param>
    public static ResultTable Of(IReadOnlyList<string> paths, CancellationToken stop)
    {
        List<RecordingReader> readers = [];
        List<(string Path, RecordingReader? Reader, string? Problem)> all = [];
        try
        {
            foreach (string path in paths)
            {
                stop.ThrowIfCancellationRequested();
                (RecordingReader? reader, string? problem) = Open(path);
                all.Add((path, reader, problem));
                if (reader is not null)
                    readers.Add(reader);
            }

            Dictionary<RecordingReader, long> durations = Durations(
                [.. readers.Where(static one => one.Manifest.Parts.Any(static part => part.Table == "trace"))], stop);
            IEnumerable<(string Path, RecordingReader? Reader, string? Problem)> sorted = all.OrderBy(static one =>
                one.Reader?.Manifest.CreatedUtc ?? DateTimeOffset.MaxValue)
                .ThenBy(static one => one.Path, StringComparer.Ordinal);
            return new ResultTable(Shape.Columns, [.. sorted.Select(one => Row(one.Path, one.Reader, one.Problem, durations))]);
        }
        finally
        {
            readers.ForEach(static reader => reader.Dispose());
        }
    }

    private static (RecordingReader? Reader, string? Problem) Open(string path)
    {
        try
        {
            return (RecordingReader.Open(path), null);
        }
        catch (FathomException e)
        {
            return (null, e.Message);
        }
    }

    private static Dictionary<RecordingReader, long> Durations(RecordingReader[] traces, CancellationToken stop)
    {
        Dictionary<RecordingReader, long> durations = [];
        if (traces.Length == 0)
            return durations;
        try
        {
            using QuerySession session = QuerySession.Open(traces);
            foreach (TableRow row in TableRow.All(session.Run("recording/durations", stop)))
                durations[traces[(int)row.Number("rec")!.Value]] = row.Number("duration_ns") ?? 0;
        }
        catch (FathomException)
        {
            // One is damaged, and nothing tells which: each is asked alone.
            if (traces.Length > 1)
            {
                foreach (KeyValuePair<RecordingReader, long> one in traces.SelectMany(trace => Durations([trace], stop)))
                    durations[one.Key] = one.Value;
            }
        }

        return durations;
    }

    private static Cell[] Row(string path, RecordingReader? reader, string? problem, Dictionary<RecordingReader, long> durations)
    {
        if (reader is null)
        {
            return
            [
                Cell.Of(Path.GetFileName(Path.TrimEndingDirectorySeparator(path))), default, default, default, Cell.Of("cannot be read"),
                default, default, default, default, default, .. Test(path), Cell.Of(path), default, default, Cell.Of(problem),
            ];
        }

        Manifest manifest = reader.Manifest;
        HashSet<string> tables = [.. manifest.Parts.Select(static part => part.Table)];
        return
        [
            Cell.Of(reader.Name),
            Cell.Of(Programs(manifest)),
            Cell.Of(manifest.CreatedUtc.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture)),
            durations.TryGetValue(reader, out long ns) ? Cell.Of(ns) : default,
            Cell.Of(manifest.Complete ? "complete" : "incomplete"),
            Cell.Of(string.Join(", ", s_holds.Where(one => tables.Contains(one.Table) && (one.Word != "watch" || !tables.Contains("trace")))
                .Select(static one => one.Word))),
            Cell.Of((long)manifest.Losses.Count),
            Cell.Of(manifest.Parts.Sum(static part => part.Bytes)),
            Cell.Of(manifest.Labels.Count == 0 ? null : string.Join(' ',
                manifest.Labels.OrderBy(static one => one.Key, StringComparer.Ordinal).Select(static one => $"{one.Key}={one.Value}"))),
            Cell.Of(manifest.Machine.Name),
            .. Test(path),
            Cell.Of(path),
            Cell.Of((long)tables.Count),
            Cell.Of(manifest.Parts.Sum(static part => part.Rows)),
            Cell.Of(reader.Notices.Count > 0 ? reader.Notices[0] : null),
        ];
    }

    // Of the name of the file, which whoever recorded it chose.
    private static Cell[] Test(string path) => TestRunName.Of(Path.GetFileName(Path.TrimEndingDirectorySeparator(path))) is { } test
        ?
        [
            Cell.Of(test.Test), Cell.Of(test.DurationMs), Cell.Of(test.Status), Cell.Of(test.Role), Cell.Of(test.Machine),
            Cell.Of(test.At?.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture)),
        ]
        : new Cell[6];

    private static string? Programs(Manifest manifest)
    {
        string[] names = [.. manifest.Targets.Select(static target => target.Name).Distinct()];
        string more = names.Length > MostPrograms ? string.Create(CultureInfo.InvariantCulture, $" and {names.Length - MostPrograms} more")
            : "";
        return names.Length == 0 ? null : string.Join(", ", names.Take(MostPrograms)) + more;
    }
}
