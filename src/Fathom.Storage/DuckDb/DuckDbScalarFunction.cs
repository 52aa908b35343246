using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>Carries the engine's calls to a <see cref="DuckDbTextFunction"/>. No exception crosses into the engine: it becomes the query's error.</summary>
internal sealed unsafe class DuckDbScalarFunction : IDisposable
{
    private static readonly DuckDbColumn s_text = new("text", DuckDbType.VarChar, DuckDbType.VarChar, 0, []);
    private GCHandle<DuckDbTextFunction> _function;

    private DuckDbScalarFunction(DuckDbTextFunction function) => _function = new GCHandle<DuckDbTextFunction>(function);

    public static DuckDbScalarFunction Register(DuckDbConnection connection, string name, DuckDbTextFunction computed)
    {
        using Utf8Text nameText = new(name);
        DuckDbScalarFunction registered = new(computed);
        nint function = DuckDbApi.duckdb_create_scalar_function();
        nint text = DuckDbApi.duckdb_create_logical_type((int)DuckDbType.VarChar);
        nint result = DuckDbApi.duckdb_create_logical_type((int)computed.Result);
        DuckDbApi.duckdb_scalar_function_set_name(function, nameText.Pointer);
        DuckDbApi.duckdb_scalar_function_add_parameter(function, text);
        DuckDbApi.duckdb_scalar_function_set_return_type(function, result);
        DuckDbApi.duckdb_scalar_function_set_special_handling(function);
        DuckDbApi.duckdb_scalar_function_set_extra_info(function, GCHandle<DuckDbTextFunction>.ToIntPtr(registered._function), null);
        DuckDbApi.duckdb_scalar_function_set_function(function, &Compute);
        int state = DuckDbApi.duckdb_register_scalar_function(connection.Pointer, function);
        DuckDbApi.duckdb_destroy_logical_type(&text);
        DuckDbApi.duckdb_destroy_logical_type(&result);
        DuckDbApi.duckdb_destroy_scalar_function(&function);
        if (state == 0)
            return registered;
        registered.Dispose();
        throw new DuckDbException("Usage", $"the engine refuses the function {name}", null);
    }

    public void Dispose() => _function.Dispose();

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Compute(nint info, nint input, nint output)
    {
        try
        {
            int rows = (int)DuckDbApi.duckdb_data_chunk_get_size(input);
            nint texts = DuckDbApi.duckdb_data_chunk_get_vector(input, 0);
            DuckDbTextFunction function = GCHandle<DuckDbTextFunction>.FromIntPtr(DuckDbApi.duckdb_scalar_function_get_extra_info(info)).Target;
            function.Compute(
                new DuckDbVector(s_text, DuckDbApi.duckdb_vector_get_data(texts), DuckDbApi.duckdb_vector_get_validity(texts), rows), new DuckDbFunctionResult(output, rows));
        }
        catch (Exception error)
        {
            using Utf8Text message = new(error.Message);
            DuckDbApi.duckdb_scalar_function_set_error(info, message.Pointer);
        }
    }
}
