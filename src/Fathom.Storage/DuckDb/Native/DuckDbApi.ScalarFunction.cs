using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb.Native;

/// <content>Scalar functions: values that the engine has computed by managed code.</content>
internal static unsafe partial class DuckDbApi
{
    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_create_scalar_function();

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_scalar_function(nint* function);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_scalar_function_set_name(nint function, byte* name);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_scalar_function_add_parameter(nint function, nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_scalar_function_set_return_type(nint function, nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_scalar_function_set_special_handling(nint function);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_scalar_function_set_extra_info(nint function, nint data, delegate* unmanaged[Cdecl]<nint, void> destroy);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_scalar_function_set_function(nint function, delegate* unmanaged[Cdecl]<nint, nint, nint, void> compute);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_register_scalar_function(nint connection, nint function);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_scalar_function_get_extra_info(nint info);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_scalar_function_set_error(nint info, byte* error);
}
