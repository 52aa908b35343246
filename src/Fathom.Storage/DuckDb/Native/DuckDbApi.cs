using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb.Native;

/// <summary>
/// The part of the DuckDB C API (duckdb.h, 1.5) that Fathom uses: opening, statements and results. Only blittable types cross the
/// border; sizes and indexes are <c>idx_t</c> = <see cref="ulong"/>, states are 0 for success. Types and kinds of statements are the engine's numbers here.
/// </summary>
internal static unsafe partial class DuckDbApi
{
    static DuckDbApi() => NativeLibrary.SetDllImportResolver(typeof(DuckDbApi).Assembly, DuckDbLibrary.Resolve);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_library_version();

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_free(void* memory);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_create_config(nint* config);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_set_config(nint config, byte* name, byte* value);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_config(nint* config);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_open_ext(byte* path, nint* database, nint config, byte** error);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_close(nint* database);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_connect(nint database, nint* connection);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_disconnect(nint* connection);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_interrupt(nint connection);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_query(nint connection, byte* sql, DuckDbResultData* result);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial ulong duckdb_extract_statements(nint connection, byte* sql, nint* statements);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_extract_statements_error(nint statements);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_prepare_extracted_statement(nint connection, nint statements, ulong index, nint* statement);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_extracted(nint* statements);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_prepare_error(nint statement);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_prepare(nint* statement);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_prepared_statement_type(nint statement);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial ulong duckdb_prepared_statement_column_count(nint statement);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_prepared_statement_column_name(nint statement, ulong column);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_prepared_statement_column_logical_type(nint statement, ulong column);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial ulong duckdb_nparams(nint statement);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_parameter_name(nint statement, ulong index);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_bind_int64(nint statement, ulong index, long value);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_bind_double(nint statement, ulong index, double value);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_bind_boolean(nint statement, ulong index, byte value);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_bind_varchar_length(nint statement, ulong index, byte* text, ulong length);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_bind_null(nint statement, ulong index);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_pending_prepared_streaming(nint statement, nint* pending);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_pending_error(nint pending);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_execute_pending(nint pending, DuckDbResultData* result);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_pending(nint* pending);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_result(DuckDbResultData* result);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_result_error(DuckDbResultData* result);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial ulong duckdb_column_count(DuckDbResultData* result);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_column_name(DuckDbResultData* result, ulong column);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_column_logical_type(DuckDbResultData* result, ulong column);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_fetch_chunk(DuckDbResultData result);
}
