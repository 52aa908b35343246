using Fathom.TestSupport;
using System.Text;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Tests.Storage;

/// <summary>Reads parts with the engine alone, past everything that Fathom builds on it.</summary>
internal static class PartFiles
{
    /// <summary>All rows of a table in file order, columns joined by a bar; NULL is <c>-</c>.</summary>
    public static List<string> Read(RecordingReader recording, string table, string columns)
    {
        using TestFolder spill = new();
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(spill.Path));
        List<string> rows = [];
        foreach (string file in recording.PartFiles(table))
        {
            string all = string.Join(" || '|' || ", columns.Split(',').Select(c => $"coalesce(CAST({c.Trim()} AS VARCHAR), '-')"));
            using DuckDbResult result = engine.Query($"SELECT {all} FROM read_parquet('{file}')");
            while (result.Read(out DuckDbChunk chunk))
            {
                for (int i = 0; i < chunk.RowCount; i++)
                    rows.Add(Encoding.UTF8.GetString(chunk.Column(0).Utf8(i)));
            }
        }

        return rows;
    }
}
