using System.Globalization;
using Fathom.Model;
using Fathom.Model.Catalog;
using Fathom.Model.Results;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Sessions;

/// <summary>
/// Finds values that no recording can hold. It is asked where an answer failed that should not: the checksums of such a recording fit, so what wrote it was wrong.
/// No column is checked while all is well.
/// </summary>
public static class ImpossibleContent
{
    // 146 years in nanoseconds, 4 EiB: no time, size or count of ours comes near.
    private const long Most = 1L << 62;

    /// <summary>Answers, and says of a failure that a recording is to blame where one is.</summary>
    /// <param name="recordings">What is asked.</param>
    /// <param name="answer">Answers.</param>
    /// <param name="stop">Interrupts the search.</param>
    /// <exception cref="FathomException">A recording holds what cannot be, or what the answer threw.</exception>
    public static T OrSay<T>(IReadOnlyList<RecordingReader> recordings, Func<T> answer, CancellationToken stop)
    {
        try
        {
            return answer();
        }
        catch (Exception e) when (e is not FathomException and not OperationCanceledException && Find(recordings, e, stop) is { } cause)
        {
            throw cause;
        }
    }

    private static FathomException? Find(IReadOnlyList<RecordingReader> recordings, Exception failure, CancellationToken stop)
    {
        try
        {
            foreach (RecordingReader recording in recordings)
            {
                using QuerySession session = QuerySession.Open(recording);
                foreach (TableSchema table in TableCatalog.All.Where(table => recording.Rows(table.Name) > 0))
                {
                    if (Find(session, table, stop) is { } place)
                        return FathomException.Target($"'{recording.Path}' holds what cannot be: {place}.", "its checksums fit, so what wrote it was wrong: record again", failure);
                }
            }
        }
        catch (Exception e) when (e is FathomException or DuckDbException)
        {
            // What cannot be looked at is not to blame for certain.
        }

        return null;
    }

    private static string? Find(QuerySession session, TableSchema table, CancellationToken stop)
    {
        ColumnSchema[] checkedOnes = [.. table.Columns.Where(static column => column.Type == ColumnType.Int64 || !column.Nullable)];
        if (checkedOnes.Length == 0)
            return null;
        string asked = string.Join(", ", checkedOnes.Select(Asked));
        Cell[] found = session.Ask($"SELECT {asked} FROM {table.Name} WHERE rec = 0", [], stop).Rows[0];
        for (int i = 0; i < checkedOnes.Length; i++)
        {
            if (!found[i].IsNull)
                return string.Create(CultureInfo.InvariantCulture, $"{checkedOnes[i].Name} of table {table.Name} is {(found[i].Text is { Length: > 0 } value ? value : "absent")}");
        }

        return null;
    }

    // Null where all is well: the value that cannot be, or an empty text for one that is absent.
    private static string Asked(ColumnSchema column)
    {
        string absent = column.Nullable ? "" : $"WHEN COUNT(*) > COUNT({column.Name}) THEN '' ";
        string extreme = column.Type == ColumnType.Int64
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"WHEN MAX({column.Name}) > {Most} THEN CAST(MAX({column.Name}) AS VARCHAR) WHEN MIN({column.Name}) < -{Most} THEN CAST(MIN({column.Name}) AS VARCHAR) ")
            : "";
        return $"CASE {absent}{extreme}ELSE NULL END";
    }
}
