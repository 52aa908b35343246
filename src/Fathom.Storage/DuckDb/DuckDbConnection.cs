using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>An engine of its own with one connection. Calls come from one thread at a time; only <see cref="Interrupt"/> may come from any.</summary>
public sealed unsafe class DuckDbConnection : IDisposable
{
    private readonly DuckDbHandle? _database;
    private readonly DuckDbHandle _connection;
    private readonly List<IDisposable> _functions = [];

    private DuckDbConnection(nint database, nint connection, bool isOwner)
    {
        _database = isOwner ? new DuckDbHandle(database, &DuckDbApi.duckdb_close) : null;
        _connection = new DuckDbHandle(connection, &DuckDbApi.duckdb_disconnect);
    }

    /// <summary>The engine's version, such as v1.5.5.</summary>
    public static string EngineVersion => Marshal.PtrToStringUTF8((nint)DuckDbApi.duckdb_library_version())!;

    internal nint Pointer => _connection.Value;

    /// <summary>Opens an engine in memory.</summary>
    /// <exception cref="DuckDbException">The engine refuses a setting or cannot start.</exception>
    public static DuckDbConnection Open(DuckDbOptions options)
    {
        nint ready = EngineAhead.Take();
        nint database = ready == 0 ? OpenDatabase() : ready;
        nint connection = 0;
        if (DuckDbApi.duckdb_connect(database, &connection) != 0)
        {
            DuckDbApi.duckdb_close(&database);
            throw new DuckDbException("Out of Memory", "the engine gave no connection", null);
        }

        DuckDbConnection opened = new(database, connection, isOwner: ready == 0);
        try
        {
            opened.Execute(Settings(options));
            return opened;
        }
        catch (DuckDbException)
        {
            opened.Dispose();
            throw;
        }
    }

    /// <summary>Opens what a connection needs, with what is the same for all.</summary>
    /// <exception cref="DuckDbException">The engine cannot start.</exception>
    internal static nint OpenDatabase()
    {
        nint config = 0, database = 0;
        byte* error = null;
        try
        {
            if (DuckDbApi.duckdb_create_config(&config) != 0)
                throw new DuckDbException("Out of Memory", "the engine gave no configuration", null);
            Set(config, "autoinstall_known_extensions", "false");
            Set(config, "autoload_known_extensions", "false");
            Set(config, "errors_as_json", "true");
            // More are started for a connection that wants them.
            Set(config, "threads", "1");
            if (DuckDbApi.duckdb_open_ext(null, &database, config, &error) != 0)
                throw DuckDbError.Parse(error);
            return database;
        }
        finally
        {
            DuckDbApi.duckdb_free(error);
            DuckDbApi.duckdb_destroy_config(&config);
        }
    }

    private static string Settings(DuckDbOptions options)
    {
        string folder = options.TempFolder?.Replace("'", "''", StringComparison.Ordinal) ?? "";
        // Several statements ask the same parts, whose footers need not be read again.
        string settings = string.Create(
            CultureInfo.InvariantCulture,
            $"SET memory_limit = '{Bytes(options.MemoryLimitBytes)}'; SET threads = {options.Threads}; SET parquet_metadata_cache = true; SET temp_directory = '{folder}'");
        return options.TempFolder is null ? settings : $"{settings}; SET max_temp_directory_size = '{Bytes(options.TempLimitBytes)}'";
    }

    /// <summary>Runs statements whose results do not matter. Values must be bound: use <see cref="Prepare"/> for anything from outside.</summary>
    /// <exception cref="DuckDbException">A statement fails; those before it have run.</exception>
    public void Execute(string sql)
    {
        using Utf8Text text = new(sql);
        DuckDbResultData result = default;
        int state = DuckDbApi.duckdb_query(Pointer, text.Pointer, &result);
        DuckDbException? error = state == 0 ? null : DuckDbError.Parse(DuckDbApi.duckdb_result_error(&result));
        DuckDbApi.duckdb_destroy_result(&result);
        if (error is not null)
            throw error;
    }

    /// <summary>Prepares a text that holds exactly one statement.</summary>
    /// <exception cref="DuckDbException">The text is empty, holds several statements, or is wrong.</exception>
    public DuckDbStatement Prepare(string sql)
    {
        using Utf8Text text = new(sql);
        nint statements = 0, statement = 0;
        ulong count = DuckDbApi.duckdb_extract_statements(Pointer, text.Pointer, &statements);
        try
        {
            if (count == 0 && DuckDbApi.duckdb_extract_statements_error(statements) is var error && error != null && *error != 0)
                throw DuckDbError.Parse(error);
            if (count != 1)
                throw new DuckDbException("Usage", count == 0 ? "The query is empty." : $"The query has {count} statements; one is allowed.", null);
            if (DuckDbApi.duckdb_prepare_extracted_statement(Pointer, statements, 0, &statement) == 0)
                return new DuckDbStatement(this, statement);
            DuckDbException failure = DuckDbError.Parse(DuckDbApi.duckdb_prepare_error(statement));
            DuckDbApi.duckdb_destroy_prepare(&statement);
            throw failure;
        }
        finally
        {
            DuckDbApi.duckdb_destroy_extracted(&statements);
        }
    }

    /// <summary>
    /// Prepares a statement over files. The engine plans such a statement anew when it runs, so this plan, for its columns and parameters, need not be good. It takes half of the time.
    /// </summary>
    /// <inheritdoc cref="Prepare" path="/exception"/>
    public DuckDbStatement PrepareRough(string sql)
    {
        Execute("PRAGMA disable_optimizer");
        try
        {
            return Prepare(sql);
        }
        finally
        {
            Execute("PRAGMA enable_optimizer");
        }
    }

    /// <summary>Prepares and runs one statement without parameters.</summary>
    /// <exception cref="DuckDbException">The statement is wrong or fails.</exception>
    public DuckDbResult Query(string sql)
    {
        using DuckDbStatement statement = Prepare(sql);
        return statement.Execute();
    }

    /// <summary>Makes rows of managed code readable as <c>FROM name()</c>, until the connection is closed.</summary>
    /// <exception cref="DuckDbException">The engine refuses the function.</exception>
    public void Register(string name, DuckDbTableSource source) => _functions.Add(DuckDbTableFunction.Register(this, name, source));

    /// <summary>Makes a function of managed code callable as <c>name(text)</c>, until the connection is closed.</summary>
    /// <exception cref="DuckDbException">The engine refuses the function.</exception>
    public void Register(string name, DuckDbTextFunction function) => _functions.Add(DuckDbScalarFunction.Register(this, name, function));

    /// <summary>Stops the statement that is running, from any thread; its call ends with <see cref="DuckDbException.IsInterrupt"/>.</summary>
    public void Interrupt()
    {
        bool held = false;
        try
        {
            // The reference keeps the connection open during the call while its owner may be disposing it.
            _connection.DangerousAddRef(ref held);
            DuckDbApi.duckdb_interrupt(_connection.DangerousGetHandle());
        }
        catch (ObjectDisposedException)
        {
            // Already closed: nothing runs any more.
        }
        finally
        {
            if (held)
                _connection.DangerousRelease();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _connection.Dispose();
        _database?.Dispose();
        foreach (IDisposable function in _functions)
            function.Dispose();
    }

    private static void Set(nint config, string name, string value)
    {
        using Utf8Text nameText = new(name);
        using Utf8Text valueText = new(value);
        if (DuckDbApi.duckdb_set_config(config, nameText.Pointer, valueText.Pointer) != 0)
            throw new DuckDbException("Setting", $"the engine refuses '{value}' for {name}", null);
    }

    private static string Bytes(long bytes) => string.Create(CultureInfo.InvariantCulture, $"{bytes}B");
}
