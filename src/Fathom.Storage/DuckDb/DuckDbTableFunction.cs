using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>Carries the engine's calls to a <see cref="DuckDbTableSource"/>. No exception crosses into the engine: it becomes the query's error.</summary>
internal sealed unsafe class DuckDbTableFunction : IDisposable
{
    private GCHandle<DuckDbTableSource> _source;

    private DuckDbTableFunction(DuckDbTableSource source) => _source = new GCHandle<DuckDbTableSource>(source);

    public static DuckDbTableFunction Register(DuckDbConnection connection, string name, DuckDbTableSource source)
    {
        using Utf8Text text = new(name);
        DuckDbTableFunction registered = new(source);
        nint function = DuckDbApi.duckdb_create_table_function();
        DuckDbApi.duckdb_table_function_set_name(function, text.Pointer);
        DuckDbApi.duckdb_table_function_set_extra_info(function, GCHandle<DuckDbTableSource>.ToIntPtr(registered._source), null);
        DuckDbApi.duckdb_table_function_set_bind(function, &Bind);
        DuckDbApi.duckdb_table_function_set_init(function, &Init);
        DuckDbApi.duckdb_table_function_set_function(function, &Read);
        int state = DuckDbApi.duckdb_register_table_function(connection.Pointer, function);
        DuckDbApi.duckdb_destroy_table_function(&function);
        if (state == 0)
            return registered;
        registered.Dispose();
        throw new DuckDbException("Usage", $"the engine refuses the table function {name}", null);
    }

    public void Dispose() => _source.Dispose();

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Bind(nint info)
    {
        DuckDbTableSource source = Source(DuckDbApi.duckdb_bind_get_extra_info(info));
        try
        {
            source.Failure = null;
            foreach (DuckDbSourceColumn column in source.Columns)
            {
                using Utf8Text name = new(column.Name);
                nint type = column.Dictionary is { } texts ? CreateEnum(texts) : DuckDbApi.duckdb_create_logical_type((int)column.Type);
                DuckDbApi.duckdb_bind_add_result_column(info, name.Pointer, type);
                DuckDbApi.duckdb_destroy_logical_type(&type);
            }

            DuckDbApi.duckdb_bind_set_cardinality(info, (ulong)source.RowCount, 1);
        }
        catch (Exception error)
        {
            using Utf8Text message = Fail(source, error);
            DuckDbApi.duckdb_bind_set_error(info, message.Pointer);
        }
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Init(nint info)
    {
        DuckDbTableSource source = Source(DuckDbApi.duckdb_init_get_extra_info(info));
        try
        {
            DuckDbApi.duckdb_init_set_max_threads(info, 1);
            source.Begin();
        }
        catch (Exception error)
        {
            using Utf8Text message = Fail(source, error);
            DuckDbApi.duckdb_init_set_error(info, message.Pointer);
        }
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Read(nint info, nint chunk)
    {
        DuckDbTableSource source = Source(DuckDbApi.duckdb_function_get_extra_info(info));
        try
        {
            DuckDbDataChunk rows = new(chunk);
            rows.SetRowCount(source.Read(rows));
        }
        catch (Exception error)
        {
            using Utf8Text message = Fail(source, error);
            DuckDbApi.duckdb_function_set_error(info, message.Pointer);
        }
    }

    private static Utf8Text Fail(DuckDbTableSource source, Exception error)
    {
        source.Failure = error;
        return new Utf8Text(error.Message);
    }

    private static DuckDbTableSource Source(nint handle) => GCHandle<DuckDbTableSource>.FromIntPtr(handle).Target;

    private static nint CreateEnum(IReadOnlyList<string> texts)
    {
        byte** names = (byte**)NativeMemory.AllocZeroed((nuint)texts.Count, (nuint)sizeof(byte*));
        try
        {
            for (int i = 0; i < texts.Count; i++)
                names[i] = new Utf8Text(texts[i]).Pointer;
            return DuckDbApi.duckdb_create_enum_type(names, (ulong)texts.Count);
        }
        finally
        {
            for (int i = 0; i < texts.Count; i++)
                NativeMemory.Free(names[i]);
            NativeMemory.Free(names);
        }
    }
}
