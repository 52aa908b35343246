using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;
using Fathom.Storage.DuckDb.Native;

namespace Fathom.Bench.Storage;

/// <summary>The peer: the engine's own row appender, a call per value, then COPY of the sorted table. What most programs do.</summary>
internal static unsafe partial class RowAppenderPeer
{
    static RowAppenderPeer() => NativeLibrary.SetDllImportResolver(typeof(RowAppenderPeer).Assembly, DuckDbLibrary.Resolve);

    /// <summary>Writes rows in parts of the same size as the recording's.</summary>
    public static void Write(string folder, IReadOnlyList<string> kinds, int rows, int partRows)
    {
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(Path.Combine(folder, "spill")));
        byte[][] texts = [.. kinds.Select(Encoding.UTF8.GetBytes)];
        SyntheticRows source = new([.. kinds.Select((_, i) => new TextId((uint)i))]);
        SyntheticRow[] batch = new SyntheticRow[2048];
        for (int part = 0, written = 0; written < rows; part++)
        {
            engine.Execute("CREATE OR REPLACE TABLE t (pid UINTEGER, tid UINTEGER, ts_ns BIGINT, stack_id UINTEGER, duration_ns BIGINT, kind VARCHAR)");
            int end = Math.Min(rows, written + partRows);
            nint appender = Open(engine);
            for (; written < end; written += Math.Min(batch.Length, end - written))
            {
                Span<SyntheticRow> some = batch.AsSpan(0, Math.Min(batch.Length, end - written));
                source.Fill(some);
                Append(appender, some, texts);
            }

            _ = duckdb_appender_destroy(&appender);
            engine.Execute($"COPY (SELECT * FROM t ORDER BY pid, tid, ts_ns) TO '{folder}/part-{part}.parquet' (FORMAT parquet, COMPRESSION zstd)");
        }
    }

    private static nint Open(DuckDbConnection engine)
    {
        nint appender = 0;
        using Utf8Text table = new("t");
        return duckdb_appender_create(engine.Pointer, null, table.Pointer, &appender) == 0 ? appender : throw new InvalidOperationException("no appender");
    }

    private static void Append(nint appender, ReadOnlySpan<SyntheticRow> rows, byte[][] texts)
    {
        foreach (ref readonly SyntheticRow row in rows)
        {
            byte[] text = texts[row.Kind.Value];
            int failed = duckdb_append_uint32(appender, row.Pid);
            failed |= duckdb_append_uint32(appender, row.Tid);
            failed |= duckdb_append_int64(appender, row.TsNs);
            failed |= duckdb_append_uint32(appender, row.StackId);
            failed |= duckdb_append_int64(appender, row.DurationNs);
            fixed (byte* start = text)
                failed |= duckdb_append_varchar_length(appender, start, (ulong)text.Length);
            if ((failed | duckdb_appender_end_row(appender)) != 0)
                throw new InvalidOperationException("the appender refused a row");
        }
    }

    [LibraryImport(DuckDbLibrary.Name)]
    private static partial int duckdb_appender_create(nint connection, byte* schema, byte* table, nint* appender);

    [LibraryImport(DuckDbLibrary.Name)]
    private static partial int duckdb_appender_destroy(nint* appender);

    [LibraryImport(DuckDbLibrary.Name)]
    private static partial int duckdb_append_uint32(nint appender, uint value);

    [LibraryImport(DuckDbLibrary.Name)]
    private static partial int duckdb_append_int64(nint appender, long value);

    [LibraryImport(DuckDbLibrary.Name)]
    private static partial int duckdb_append_varchar_length(nint appender, byte* text, ulong length);

    [LibraryImport(DuckDbLibrary.Name)]
    private static partial int duckdb_appender_end_row(nint appender);
}
