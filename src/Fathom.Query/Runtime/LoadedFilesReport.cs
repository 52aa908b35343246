using Fathom.Model.Results;
using Fathom.Model.Runtime;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Runtime;

/// <summary>What is asked about files that processes had loaded, in one recording or several.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class LoadedFilesReport(QuerySession session, CancellationToken stop)
{
    /// <summary>The query that answers about the recordings of a session.</summary>
    public const string Query = "runtime/loaded_files";

    private const int AtOnce = 64;

    /// <summary>The tables that answers are made from.</summary>
    public static IReadOnlyList<string> Tables { get; } = [LoadedFileRow.Schema.Name];

    /// <summary>The recordings that do not tell which files were loaded, by their positions.</summary>
    public IReadOnlyList<int> Silent { get; } =
        [.. Enumerable.Range(0, session.Recordings.Count)
            .Where(rec => session.Recordings[rec].PartFiles(LoadedFileRow.Schema.Name).Count == 0)];

    /// <summary>What could not be read of what the rows are made from; known after <see cref="Rows"/>.</summary>
    public ResultTable? Losses { get; private set; }

    /// <summary>The rows of all recordings, one behind the other. Some are asked together: what that takes does not grow with all.</summary>
    /// <param name="allProcesses">Whether rows of processes are among them that a recording is not about.</param>
    /// <param name="isStrict">Whether losses of all tables count.</param>
    public ResultTable Rows(bool allProcesses, bool isStrict)
    {
        IReadOnlyList<ResultColumn> columns = NamedQuery.Of(Query).Shape.Columns;
        List<Cell[]> rows = [], losses = [];
        foreach (RecordingReader[] some in session.Recordings.Chunk(AtOnce))
        {
            using QuerySession one = QuerySession.Open(some);
            rows.AddRange(one.Run(Query, stop, QueryParameter.Of("all_processes", allProcesses)).Rows);
            Losses = one.Losses(stop, isStrict ? null : Tables);
            losses.AddRange(Losses.Rows);
        }

        Losses = Losses is null ? null : Losses with { Rows = losses };
        return new ResultTable(columns, rows);
    }

    /// <summary>What is in some rows.</summary>
    /// <param name="rows">Rows of <see cref="Rows"/>.</param>
    public static LoadedFilesSums Sums(ResultTable rows)
    {
        int recording = rows.IndexOf("recording"), process = rows.IndexOf("process"), pid = rows.IndexOf("pid"),
            kind = rows.IndexOf("kind"), used = rows.IndexOf("used");
        return new LoadedFilesSums(
            [.. rows.Rows.Select(row => (row[recording].Text, row[process].Text, row[pid].IsNull ? 0 : row[pid].Integer)).Distinct()],
            rows.Rows.Count(row => row[kind].Text == "assembly"),
            rows.Rows.Count(row => row[kind].Text == "native"),
            rows.Rows.Any(row => !row[used].IsNull)
                ? rows.Rows.Count(row => !row[used].IsNull && row[used].Text is ("not seen" or "unused")) : null);
    }
}
