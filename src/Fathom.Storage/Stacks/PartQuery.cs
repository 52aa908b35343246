using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Storage.Stacks;

/// <summary>Reads columns of tables out of their parts, piece by piece.</summary>
/// <param name="filesOf">The parts of a table.</param>
/// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
/// <param name="memoryLimitBytes">What the engine may hold in memory before it spills; null for what is usual.</param>
internal sealed class PartQuery(Func<string, IReadOnlyList<string>> filesOf, CancellationToken stop, long? memoryLimitBytes = null) : IDisposable
{
    private readonly PrivateFolder _spill = PrivateFolder.Create();
    private DuckDbConnection? _engine;

    /// <summary>Takes the rows of a piece.</summary>
    public delegate void ChunkReader(DuckDbChunk chunk);

    /// <summary>Asks. Where one of the tables has no row there is no answer.</summary>
    /// <param name="sql">The question; names of tables stand in braces.</param>
    /// <param name="tables">These tables.</param>
    /// <param name="read">Takes the answer.</param>
    /// <exception cref="DuckDbException">A part cannot be read.</exception>
    public void Read(string sql, IReadOnlyList<string> tables, ChunkReader read)
    {
        if (tables.Any(table => filesOf(table).Count == 0))
            return;
        _engine ??= DuckDbConnection.Open(Options());
        using DuckDbStatement statement = _engine.Prepare(tables.Aggregate(sql, (text, table) => text.Replace($"{{{table}}}", Parts(table), StringComparison.Ordinal)));
        using DuckDbResult result = statement.Execute(stop);
        while (result.Read(out DuckDbChunk chunk))
            read(chunk);
    }

    /// <summary>Whether a table has a column. Recordings of earlier versions lack those that were added since.</summary>
    /// <exception cref="DuckDbException">A part cannot be read.</exception>
    public bool Has(string table, string column)
    {
        if (filesOf(table).Count == 0)
            return false;
        _engine ??= DuckDbConnection.Open(Options());
        using DuckDbStatement probe = _engine.Prepare($"SELECT * FROM {Parts(table)}");
        return probe.Columns.Any(each => each.Name == column);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _engine?.Dispose();
        _spill.Dispose();
    }

    private DuckDbOptions Options()
    {
        DuckDbOptions usual = DuckDbOptions.In(_spill.Path);
        return memoryLimitBytes is { } most ? usual with { MemoryLimitBytes = Math.Min(most, usual.MemoryLimitBytes) } : usual;
    }

    private string Parts(string table) => $"read_parquet([{string.Join(", ", filesOf(table).Select(static file => $"'{file.Replace("'", "''", StringComparison.Ordinal)}'"))}])";
}
