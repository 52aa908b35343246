using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb.Native;

/// <content>Data chunks, vectors and types.</content>
internal static unsafe partial class DuckDbApi
{
    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial ulong duckdb_vector_size();

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_data_chunk(nint* chunk);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_data_chunk_get_vector(nint chunk, ulong column);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial ulong duckdb_data_chunk_get_size(nint chunk);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_data_chunk_set_size(nint chunk, ulong size);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void* duckdb_vector_get_data(nint vector);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial ulong* duckdb_vector_get_validity(nint vector);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_vector_ensure_validity_writable(nint vector);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_vector_assign_string_element_len(nint vector, ulong row, byte* text, ulong length);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_create_logical_type(int type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial nint duckdb_create_enum_type(byte** names, ulong count);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial void duckdb_destroy_logical_type(nint* type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_get_type_id(nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte duckdb_decimal_scale(nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_decimal_internal_type(nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial int duckdb_enum_internal_type(nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial uint duckdb_enum_dictionary_size(nint type);

    [LibraryImport(DuckDbLibrary.Name)]
    internal static partial byte* duckdb_enum_dictionary_value(nint type, ulong index);
}
