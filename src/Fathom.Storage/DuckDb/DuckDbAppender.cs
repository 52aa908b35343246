using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>Appends whole chunks to a table.</summary>
public sealed unsafe class DuckDbAppender : IDisposable
{
    private readonly DuckDbHandle _appender;

    private DuckDbAppender(nint appender) => _appender = new DuckDbHandle(appender, &Destroy);

    /// <summary>A chunk with the columns of the table, to be filled and given to <see cref="Append"/>.</summary>
    public DuckDbDataChunk CreateChunk()
    {
        nint[] types = new nint[DuckDbApi.duckdb_appender_column_count(_appender.Value)];
        for (int i = 0; i < types.Length; i++)
            types[i] = DuckDbApi.duckdb_appender_column_type(_appender.Value, (ulong)i);
        DuckDbDataChunk chunk = new(types);
        foreach (nint type in types)
            DuckDbApi.duckdb_destroy_logical_type(&type);
        return chunk;
    }

    /// <summary>Appends the rows of a chunk; the chunk may be reset and reused at once.</summary>
    /// <exception cref="DuckDbException">The engine refuses the rows.</exception>
    public void Append(DuckDbDataChunk chunk) => Check(DuckDbApi.duckdb_append_data_chunk(_appender.Value, chunk.Pointer));

    /// <summary>Makes everything appended visible to queries and ends appending.</summary>
    /// <exception cref="DuckDbException">The engine cannot store the rows.</exception>
    public void Close() => Check(DuckDbApi.duckdb_appender_close(_appender.Value));

    /// <inheritdoc/>
    public void Dispose() => _appender.Dispose();

    internal static DuckDbAppender Open(DuckDbConnection connection, string table)
    {
        using Utf8Text name = new(table);
        nint appender = 0;
        if (DuckDbApi.duckdb_appender_create(connection.Pointer, null, name.Pointer, &appender) == 0)
            return new DuckDbAppender(appender);
        DuckDbException error = DuckDbError.Parse(DuckDbApi.duckdb_appender_error(appender));
        Destroy(&appender);
        throw error;
    }

    private static void Destroy(nint* appender) => _ = DuckDbApi.duckdb_appender_destroy(appender);

    private void Check(int state)
    {
        if (state != 0)
            throw DuckDbError.Parse(DuckDbApi.duckdb_appender_error(_appender.Value));
    }
}
