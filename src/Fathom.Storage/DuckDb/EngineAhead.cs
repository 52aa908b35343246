namespace Fathom.Storage.DuckDb;

/// <summary>
/// The first engine of a program, opened by another thread while something else is done: loading the library and opening take as long as a question to a small recording. A failure shows at the
/// first use. The engine is left to the end of the process: to close it takes some milliseconds, in which thousands of catalog entries are freed one by one.
/// </summary>
public sealed class EngineAhead
{
    private static EngineAhead? s_first;
    private readonly Thread _opener;
    private nint _database;

    private EngineAhead()
    {
        _opener = new Thread(Open) { IsBackground = true, Name = "DuckDB opening" };
        _opener.Start();
    }

    /// <summary>Begins. One thread calls it, once.</summary>
    public static void Begin() => s_first = new EngineAhead();

    /// <summary>Waits for an engine that nobody took, so that the process does not end in the middle of its opening.</summary>
    public static void End() => Take();

    /// <summary>The engine, for the caller to use and not to close; 0 for none.</summary>
    internal static nint Take() => Interlocked.Exchange(ref s_first, null)?.Opened() ?? 0;

    private nint Opened()
    {
        _opener.Join();
        return _database;
    }

    private void Open()
    {
        try
        {
            _database = DuckDbConnection.OpenDatabase();
        }
        catch (Exception error) when (error is DllNotFoundException or DuckDbException or BadImageFormatException)
        {
            _database = 0;
        }
    }
}
