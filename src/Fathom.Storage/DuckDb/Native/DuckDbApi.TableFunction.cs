using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb.Native;

/// <content>Table functions: rows that the engine pulls out of managed code.</content>
internal static unsafe partial class DuckDbApi
{
    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_create_table_function();

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_table_function(nint* function);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_table_function_set_name(nint function, byte* name);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_table_function_set_extra_info(nint function, nint data, delegate* unmanaged[Cdecl]<nint, void> destroy);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_table_function_set_bind(nint function, delegate* unmanaged[Cdecl]<nint, void> bind);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_table_function_set_init(nint function, delegate* unmanaged[Cdecl]<nint, void> init);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_table_function_set_function(nint function, delegate* unmanaged[Cdecl]<nint, nint, void> read);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_register_table_function(nint connection, nint function);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_bind_get_extra_info(nint info);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_bind_add_result_column(nint info, byte* name, nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_bind_set_cardinality(nint info, ulong rows, byte exact);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_bind_set_error(nint info, byte* error);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_init_get_extra_info(nint info);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_init_set_max_threads(nint info, ulong threads);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_init_set_error(nint info, byte* error);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_function_get_extra_info(nint info);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_function_set_error(nint info, byte* error);
}
